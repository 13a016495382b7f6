"""The shape of the project: what may know what, and what lies where."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "interpreter" / "rulewright"

TOP_FOLDERS = {"interpreter", "rules", "editions", "grammar", "tests", "docs"}

# Other than a game's own state, nothing decides what happens in it.
IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}  # fmt: skip

# Words of the shipped games. Left out are those that a program needs as well: keep, library,
# framework, factory, collector, marshal, market, rank, character, classic; and coin, as players of any game say it.
GAME_WORDS = """
    citadel expedition bruno faidutti knizia
    assassin thief magician king bishop merchant architect warlord queen
    witch blackmailer spy wizard emperor abbot alchemist navigator diplomat artist
    magistrate seer cardinal trader scholar patrician
    district city crown gold murdered bewitched warrant bribed noble religious military
    tavern castle manor palace temple church monastery cathedral watchtower prison
    battlefield fortress docks harbor harbour graveyard laboratory smithy observatory
    quarter university dragon necropolis armory ballroom treasury museum park
    hospital lighthouse monument poorhouse quarry stables statue theater theatre capitol
    vault basilica
""".split()  # noqa: SIM905 - words in lines are easier to keep than a list of strings
GAME_WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(GAME_WORDS)})(?:s|es)?(?![a-z])", re.IGNORECASE)
# GoldMine and thiefOf hold game words too.
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def code_files(folder: Path = PACKAGE) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def generic_files() -> list[Path]:
    pages = [
        *(PACKAGE / "web" / "pages").glob("templates/*"),
        *(PACKAGE / "web" / "pages").glob("static/*"),
    ]
    files = [*code_files(), *(ROOT / "grammar").rglob("*"), *pages]
    return sorted(path for path in files if path.is_file())


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def imported_modules(path: Path, folder: Path = PACKAGE) -> tuple[str, ...]:
    """The full name of every module `path` imports, anywhere in it."""
    package = path.relative_to(folder.parent).parent.parts
    found: list[str] = []
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *filter(None, [node.module])])
            # "from rulewright import game" imports a module too.
            found += (f"{base}.{alias.name}" for alias in node.names)
        elif not isinstance(node, ast.expr):  # no import stands within an expression
            waiting += ast.iter_child_nodes(node)
    return tuple(found)


def importers(library: str) -> set[str]:
    """The stages, or modules beside them, with a file that imports `library`."""
    return {
        "/".join(path.relative_to(PACKAGE).parts[:2])
        for path in code_files()
        if any(name.split(".")[0] == library for name in imported_modules(path))
    }


def import_graph(folder: Path) -> dict[str, list[str]]:
    """The modules of a package, each with those that it imports, anywhere in it; without the package's own face."""
    paths = {module_name(path, folder): path for path in code_files(folder)}
    del paths[""]  # it hands on, late, what others declare, and they ask it for the version
    graph: dict[str, list[str]] = {}
    for module, path in paths.items():
        named = (name.removeprefix(f"{folder.name}.") for name in imported_modules(path, folder))
        # A name that is no module stands in the package or module before its last dot.
        found = (name if name in paths else name.rpartition(".")[0] for name in named)
        graph[module] = sorted({name for name in found if name in paths and name != module})
    return graph


def module_name(path: Path, folder: Path) -> str:
    """`text.source` for language/text/source.py, `text` for text/__init__.py."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def circles(graph: dict[str, list[str]]) -> list[set[str]]:
    """The groups of modules that import each other, by whatever way round."""
    while leaves := {module for module, named in graph.items() if not named}:
        # In no circle is a module that imports none of the others left.
        graph = {
            module: [name for name in named if name not in leaves]
            for module, named in graph.items()
            if module not in leaves
        }
    reached = {module: reachable(graph, module) for module in graph}
    groups = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in graph
        if module in reached[module]
    }
    return sorted(map(set, groups), key=sorted)


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """What a module imports, and what that imports, and so on."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        if (module := waiting.pop()) not in found:
            found.add(module)
            waiting += graph[module]
    return found


def test_interpreter_and_grammar_know_no_game() -> None:
    found = [
        f"{shown(path)}:{number}: {match.group()}"
        for path in generic_files()
        if GAME_WORD.search(HUMP.sub(" ", text := path.read_text(encoding="utf-8")))
        for number, line in enumerate(text.splitlines(), 1)
        for match in GAME_WORD.finditer(HUMP.sub(" ", line))
    ]

    assert found == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("gold_of(player)", ["gold"]),
        ("class GoldMine:", ["Gold"]),
        ("the Bishop's 3 districts", ["Bishop", "districts"]),
        ("THIEVES = 'thief2'", ["thief"]),
        ("architecture golden kingdom keep", []),
    ],
)
def test_game_words_are_found_inside_identifiers(line: str, words: list[str]) -> None:
    assert GAME_WORD.findall(HUMP.sub(" ", line)) == words


def test_a_running_game_and_what_is_known_of_it_are_pure() -> None:
    wrong = [
        f"{shown(path)} imports {module}"
        for room in ("runtime/game", "runtime/observation", "runtime/dealing")
        for path in code_files(PACKAGE / room)
        for module in imported_modules(path)
        if module.split(".")[0] in IMPURE
    ]

    assert wrong == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("library", "stage"), [("lark", "language/syntax"), ("ruamel", "language/edition")]
)
def test_only_one_stage_knows_a_library(library: str, stage: str) -> None:
    assert importers(library) <= {stage}


def test_no_modules_import_each_other() -> None:
    assert circles(import_graph(PACKAGE)) == []


def test_a_circle_of_imports_is_found(tmp_path: Path) -> None:
    texts = {
        "__init__.py": "",
        "one.py": "import itertools\nfrom shop import two",
        "two.py": "if TYPE_CHECKING:\n    from shop.deep.three import THREE",
        "deep/__init__.py": "from .three import THREE",
        "deep/three.py": "def late():\n    from .. import one",
        "deep/four.py": "from shop.deep import THREE\nfrom shop import one",
    }
    for name, text in texts.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    assert circles(import_graph(tmp_path / "shop")) == [{"one", "two", "deep.three"}]


def test_the_top_has_the_folders_that_were_asked_for() -> None:
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}

    assert {name for name in folders - ignored if not name.startswith(".")} == TOP_FOLDERS


def test_no_code_hides_among_the_data() -> None:
    code = [
        shown(p) for folder in ("grammar", "rules", "editions") for p in code_files(ROOT / folder)
    ]

    assert code == []
