"""Run by the build, in Pyodide: what a page loads of Python and Rulewright, no larger than it has to be.

Makes /rulewright.pack of the packages under /from, as byte code, and the data under /data; and /stdlib.zip of
Pyodide's own library, which is source: to compile what is loaded of it would take a page two seconds each time.
Neither is packed in here: a browser unpacks the whole much faster than Python its parts.
"""

import json
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from types import CodeType

FROM, DATA = Path("/from"), Path("/data")
LEFT_OUT = (
    "attr/tests", "click/testing", "click/_winconsole", "click/shell_completion", "platformdirs/__main__",
    "platformdirs/android", "platformdirs/macos", "platformdirs/windows",
    "rulewright/lab/balance/", "rulewright/native/",
    "rulewright/lab/envs", "rulewright/editor/lsp", "rulewright/testing/pytest_plugin.py",
    "rulewright/web/",
)  # fmt: skip
"""Of our packages: what pages need not. No page simulates, measures or compiles; games are played by Python."""

STANDARD_LEFT_OUT = (
    "_pydecimal", "_pyrepl/", "bdb", "cProfile", "code.", "compileall", "configparser", "ctypes/", "dbm/",
    "distutils/", "doctest", "ensurepip/", "fileinput", "ftplib", "html/", "http/", "idlelib/", "imaplib",
    "mailbox", "mimetypes", "modulefinder", "multiprocessing/", "optparse", "pdb", "pickletools",
    "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc", "smtplib", "socketserver", "sqlite3/",
    "statistics", "symtable", "tkinter/", "trace.", "tracemalloc", "turtle", "unittest/", "venv/", "wave",
    "wsgiref/", "xml/", "xmlrpc/", "zipapp", "zoneinfo/",
)  # fmt: skip
ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "raw_unicode_escape",
    "utf_",
)
"""Those that are kept."""


def compiled(source: bytes, name: str) -> bytes:
    """A module as byte code, without what says on which line each part stands, and without what is told of it."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_timestamp_pyc(without_lines(code)))


def without_lines(code: CodeType) -> CodeType:
    """The same code without saying on which line each part stands, which is a quarter of its size."""
    parts = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights  # for eight units: no line
    if rest:
        nowhere += bytes([0xF7 + rest])  # for fewer
    return code.replace(co_linetable=nowhere, co_consts=tuple(parts))


def packages() -> dict[str, bytes]:
    """Every file of the packages and of what is shipped, by its name."""
    found = {}
    for path in sorted(FROM.rglob("*")):
        name = path.relative_to(FROM).as_posix()
        if "__pycache__" in name or name.startswith(LEFT_OUT) or not path.is_file():
            continue
        if path.suffix == ".py":
            found[f"{name}c"] = compiled(path.read_bytes(), name)
        elif name.startswith("rulewright/"):
            found[name] = path.read_bytes()
    for path in sorted(DATA.rglob("*")):
        name = path.relative_to(DATA).as_posix()
        if name.startswith("docs/") and path.name != "README.md":
            continue  # editors tell words by the index alone
        if path.is_file() and not path.name.endswith(".scenarios.rules"):
            found[f"rulewright/library_files/{name}"] = path.read_bytes()
    return found


def is_wanted(name: str) -> bool:
    """Whether a file of the standard library is needed."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(ENCODINGS)
    return not name.startswith(STANDARD_LEFT_OUT)


files = packages()
if not any(name.endswith(".tables") for name in files):
    raise SystemExit(
        "there are no parser tables beside rulewright.language.syntax: install the package anew"
    )
index = json.dumps([[name, len(data)] for name, data in files.items()])
Path("/rulewright.pack").write_bytes(b"".join([index.encode(), b"\n", *files.values()]))

with zipfile.ZipFile("/from-stdlib.zip") as whole, zipfile.ZipFile("/stdlib.zip", "w") as less:
    for name in filter(is_wanted, whole.namelist()):
        data = whole.read(name)
        if name.endswith(".py"):
            less.writestr(f"{name}c", compiled(data, name))
        elif not name.endswith("/"):
            less.writestr(name, data)
