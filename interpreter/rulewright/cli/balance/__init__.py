"""Progress, text and page of a balance report."""
