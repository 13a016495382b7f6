"""Run by the build, in Pyodide: what a page loads of Python and Rulewright, no larger than it has to be.

Makes /rulewright.tar.xz of the packages under /from, as byte code, and the data under /data; and /stdlib.zip of
Pyodide's own library, without what no page needs.
"""

import io
import lzma
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from types import CodeType

FROM, DATA = Path("/from"), Path("/data")
LEFT_OUT = (
    "attr/tests", "click/testing", "click/_winconsole", "click/shell_completion", "lark/__pyinstaller",
    "lark/grammars", "lark/tools", "platformdirs/__main__", "platformdirs/android", "platformdirs/macos",
    "platformdirs/windows",
    "rulewright/envs", "rulewright/front/lsp", "rulewright/front/pytest_plugin.py",
    "rulewright/table/",
)  # fmt: skip
"""Of our packages: what pages need not."""

STANDARD_LEFT_OUT = (
    "_pydecimal", "_pyrepl/", "cProfile", "dbm/", "distutils/", "doctest", "ensurepip/", "ftplib", "idlelib/",
    "imaplib", "mailbox", "pdb", "poplib", "profile", "pstats", "pydoc", "smtplib", "tkinter/", "turtle",
    "unittest/", "venv/", "wsgiref/", "xmlrpc/", "zoneinfo/",
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


def without_lines(code: CodeType) -> CodeType:
    """The same code without the tables that say on which line each part stands: a quarter of its size."""
    parts = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(parts))


def packages() -> dict[str, bytes]:
    """Every file of the packages and of what is shipped, by its name."""
    found = {}
    for path in sorted(FROM.rglob("*")):
        name = path.relative_to(FROM).as_posix()
        if "__pycache__" in name or name.startswith(LEFT_OUT) or not path.is_file():
            continue
        if path.suffix == ".py":
            code = compile(path.read_bytes(), name, "exec", dont_inherit=True, optimize=1)
            found[f"{name}c"] = bytes(_code_to_timestamp_pyc(without_lines(code)))
        elif name.startswith("rulewright/") or path.suffix == ".lark":
            found[name] = path.read_bytes()
    for path in sorted(DATA.rglob("*")):
        if path.is_file() and not path.name.endswith(".scenarios.rules"):
            name = path.relative_to(DATA).as_posix()
            found[f"rulewright/library_files/{name}"] = path.read_bytes()
    return found


def is_wanted(name: str) -> bool:
    """Whether a file of the standard library is needed."""
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").startswith(ENCODINGS)
    return not name.startswith(STANDARD_LEFT_OUT)


with (
    lzma.open("/rulewright.tar.xz", "wb", preset=9) as packed,
    tarfile.open(fileobj=packed, mode="w") as made,
):
    for name, data in packages().items():
        info = tarfile.TarInfo(name)
        info.size = len(data)
        made.addfile(info, io.BytesIO(data))

with zipfile.ZipFile("/from-stdlib.zip") as whole, zipfile.ZipFile("/stdlib.zip", "w") as less:
    for info in whole.infolist():
        if is_wanted(info.filename):
            less.writestr(info.filename, whole.read(info), zipfile.ZIP_DEFLATED, compresslevel=9)
