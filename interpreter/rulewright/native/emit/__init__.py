"""Code of the intermediate form as functions of the native form."""
