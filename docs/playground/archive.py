"""Makes the archives of Python and Rulewright that a page loads; the build runs it in Pyodide.

/rulewright.pack has the packages under /from as byte code, and the data under /data. /stdlib.zip has Pyodide's
standard library as byte code, because compiling it would take 2 s at each visit. Neither is compressed here:
browsers decompress a whole file much faster than Python its parts.
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
"""Modules that a page never needs: simulation, measurement, the native engine, and the servers."""

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
"""Encodings that stay in the standard library."""


def compiled(source: bytes, name: str) -> bytes:
    """Return a module as byte code, without line numbers and docstrings."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_timestamp_pyc(without_lines(code)))


def without_lines(code: CodeType) -> CodeType:
    """Return the code without line numbers, which are a quarter of its size."""
    parts = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights  # for eight units: no line
    if rest:
        nowhere += bytes([0xF7 + rest])  # for fewer
    return code.replace(co_linetable=nowhere, co_consts=tuple(parts))


def packages() -> dict[str, bytes]:
    """Return every file of the packages and of the shipped library, by name."""
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
            continue  # hovers use only the index of the language
        if path.is_file() and not path.name.endswith(".scenarios.rules"):
            found[f"rulewright/library_files/{name}"] = path.read_bytes()
    return found


def is_wanted(name: str) -> bool:
    """Return whether a file of the standard library is needed."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(ENCODINGS)
    return not name.startswith(STANDARD_LEFT_OUT)


files = packages()
if not any(name.endswith(".tables") for name in files):
    raise SystemExit(
        "there are no parser tables beside rulewright.language.syntax: reinstall the package"
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
