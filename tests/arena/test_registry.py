from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import UnknownPlayer
from arena.outside.fence import Fenced
from arena.players import ScriptedPlayer
from arena.registry import Kind, check_player, known_players, make_player, register
from tests.arena.bad_players import Holds


def test_known_players_are_listed_as_they_are_written() -> None:
    assert {
        "idle",
        "random",
        "bot:easy",
        "bot:medium",
        "python:MODULE:CLASS",
        "plugin:NAME",
        "program:COMMAND",
    } <= set(known_players())


@pytest.mark.parametrize("player", ["idle", "random", "bot:easy", "bot:medium"])
def test_shipped_players_can_be_made(player: str) -> None:
    check_player(player)
    assert isinstance(make_player(player), ScriptedPlayer)


@pytest.mark.parametrize(
    "player", ["", "bot", "bot:", "bot:great", "idle:", "idle:x", "python", "python:", "Idle"]
)
def test_an_unknown_player_is_one_line_with_the_known_ones(player: str) -> None:
    with pytest.raises(
        UnknownPlayer, match=r"^no player is called '.*': the known ones are idle, .*MODULE:CLASS"
    ) as caught:
        check_player(player)
    assert "\n" not in str(caught.value)


def test_a_class_of_ones_own_is_a_player() -> None:
    check_player("python:tests.arena.bad_players:Holds")
    assert isinstance(make_player("python:tests.arena.bad_players:Holds"), Fenced)


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("python:no_such_module:Player", "cannot import no_such_module"),
        ("python:tests.arena.bad_players", "write python:MODULE:CLASS"),
        ("python:tests.arena.bad_players:Missing", "has no class Missing with a method act"),
        ("python:tests.arena.bad_players:NotAPlayer", "has no class NotAPlayer with a method act"),
        (
            "python:tests.arena.bad_players:FromLongAgo",
            "cannot play: its contract_version is 0, and this game plays contract 1 or 2: set it to one of these",
        ),
    ],
)
def test_a_class_that_is_no_player_is_refused_when_the_plan_is_made(player: str, message: str) -> None:
    with pytest.raises(UnknownPlayer, match=message):
        check_player(player)


@pytest.mark.parametrize(
    "text", ["def broken(:\n", "raise KeyError('no\\nweights')\n", "raise SystemExit(3)\n"]
)
def test_a_module_that_fails_when_imported_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "breaks_when_imported.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UnknownPlayer, match="importing breaks_when_imported raised") as raised:
        check_player("python:breaks_when_imported:Player")
    assert "\n" not in str(raised.value)


def test_what_a_module_prints_when_imported_does_not_mix_with_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prints_when_imported.py").write_text("print('hello')\nclass Mine:\n    def act(self): ...\n")
    monkeypatch.chdir(tmp_path)
    check_player("python:prints_when_imported:Mine")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_new_kind_can_be_registered() -> None:
    register(Kind("test-kind", lambda argument: Holds(), "WORD"))
    assert isinstance(make_player("test-kind:anything"), Holds)
    with pytest.raises(UnknownPlayer, match="test-kind:WORD"):
        make_player("test-kind")


def test_the_working_folder_is_searched_for_classes(tmp_path: Path) -> None:
    """An installed command does not have it on its path; the user's module lies there all the same."""
    code = "import sys; sys.path.remove('')\nfrom arena.registry import check_player\ncheck_player('python:mine:Mine')"
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    needs_observations = False\n    def act(self, batch, matches, heroes): ...\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package, as far as Python can tell, that declares players."""
    info = tmp_path / "some_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[palaestra.players]\n"
        "holds = tests.arena.bad_players:Holds\n"
        "broken = no_such_module:Player\n"
        "missing = tests.arena.bad_players:Missing\n"
        "no-player = tests.arena.bad_players:NotAPlayer\n"
        "old = tests.arena.bad_players:FromLongAgo\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return info


def test_a_class_that_a_package_declares_is_a_player(package: Path) -> None:
    check_player("plugin:holds")
    assert isinstance(make_player("plugin:holds"), Fenced)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hold", "no installed package declares a player of that name; declared are broken, holds, missing"),
        ("broken", "cannot import no_such_module"),
        ("missing", "importing tests.arena.bad_players raised AttributeError"),
        ("no-player", "has no class NotAPlayer with a method act"),
        ("old", "cannot play: its contract_version is 0"),
    ],
)
def test_a_declaration_that_is_no_player_is_refused_in_one_line(
    package: Path, name: str, message: str
) -> None:
    with pytest.raises(UnknownPlayer, match=message) as raised:
        check_player(f"plugin:{name}")
    assert "\n" not in str(raised.value) and f"'plugin:{name}'" in str(raised.value)


def test_two_packages_with_one_name_are_not_chosen_between(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other_players-1.0.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other-players\nVersion: 1.0\n")
    (other / "entry_points.txt").write_text("[palaestra.players]\nholds = tests.arena.bad_players:Raises\n")
    with pytest.raises(UnknownPlayer, match="2 packages declare a player of that name"):
        check_player("plugin:holds")


def test_a_program_is_looked_for_when_it_is_made() -> None:
    check_player("program:./no-such-program --fast")
    with pytest.raises(UnknownPlayer, match="is no command"):
        check_player("program:'unclosed")
