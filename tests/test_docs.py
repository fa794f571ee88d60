"""The documentation: generated pages are current, everything is documented, and every link leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from arena.balance.sweep import read_kept
from arena.config import Config
from arena.games.moba.layout import ITEM_SLOTS
from arena.games.moba.rule_records import ITEM
from arena.games.moba.rules import (
    EFFECT_KINDS,
    MODES,
    heroes,
    read,
)
from arena.nights.record import PARTS
from arena.schema import TABLES
from docs import ability_text
from docs.balance_page import balance_page, balance_picture
from docs.commands_page import commands, commands_page, parameters
from docs.decisions_page import decisions_page, records
from docs.game_page import game_page
from docs.heroes_page import heroes_page
from docs.items_page import WORDS, gives, items_page
from docs.report_page import report_page
from docs.store_page import store_page
from docs.training_page import training_page
from training.run_settings import RunSettings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
FOLDERS = ("arena", "dashboard", "probes", "ratings", "replays", "training")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its blocks of code, where brackets mean other things."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", prose(page))


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get: lower case, words joined by hyphens, signs dropped."""
    headings = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_page_of_commands_is_the_one_the_commands_give() -> None:
    written = (DOCS / "commands.md").read_text(encoding="utf-8")
    assert written == commands_page(), "run: python -m docs.generate"


def test_the_index_of_decisions_names_every_record() -> None:
    assert records()
    written = (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")
    assert written == decisions_page(), "run: python -m docs.generate"


def test_the_page_of_balance_and_its_charts_are_those_the_kept_sweeps_give() -> None:
    assert (DOCS / "balance.md").read_text(encoding="utf-8") == balance_page(), "run: python -m docs.generate"
    for figures in read_kept():
        picture = DOCS / f"pictures/balance-{figures['variant']}-{figures['player'].replace(':', '-')}.svg"
        assert picture.read_text(encoding="utf-8") == balance_picture(figures), "run: python -m docs.generate"


def test_the_page_of_the_game_is_the_one_its_data_give() -> None:
    assert (DOCS / "game.md").read_text(encoding="utf-8") == game_page(), "run: python -m docs.generate"


def test_the_pages_of_heroes_and_items_are_the_ones_their_data_give() -> None:
    assert (DOCS / "heroes.md").read_text(encoding="utf-8") == heroes_page(), "run: python -m docs.generate"
    assert (DOCS / "items.md").read_text(encoding="utf-8") == items_page(), "run: python -m docs.generate"


def test_the_page_of_the_store_is_the_one_its_tables_give() -> None:
    page = (DOCS / "store.md").read_text(encoding="utf-8")
    assert page == store_page(), "run: python -m docs.generate"
    for table in TABLES:
        assert f"## {table.name}\n" in page
        for column in table.columns:
            assert column.text.strip()
            assert f"| `{column.name}` | {column.type} |" in page


def test_the_page_of_a_night_s_report_is_the_one_its_parts_give() -> None:
    page = (DOCS / "report.md").read_text(encoding="utf-8")
    assert page == report_page(), "run: python -m docs.generate"
    assert all(field.description for part in PARTS for field in part.model_fields.values())


def test_the_page_of_a_run_s_settings_and_metrics_is_current_and_leaves_none_out() -> None:
    page = (DOCS / "training-settings.md").read_text(encoding="utf-8")
    assert page == training_page(), "run: python -m docs.generate"
    assert all(field.description for field in RunSettings.model_fields.values())


def test_every_kind_of_effect_and_every_mode_has_words() -> None:
    assert set(ability_text.EFFECTS) == set(EFFECT_KINDS) - {"none"}
    assert set(ability_text.MODES) == set(MODES)


def test_every_number_that_an_item_can_give_has_words() -> None:
    numbers = {name for name in ITEM.names or () if ITEM[name].kind == "f" and ITEM[name].shape == ()}
    assert numbers <= set(WORDS)
    assert all(gives(item) or "active" in item for item in read("items")["items"])
    assert f"room for {ITEM_SLOTS}" in items_page()


def test_a_hero_s_section_has_each_ability_with_its_numbers() -> None:
    text = (DOCS / "heroes.md").read_text(encoding="utf-8")
    for hero in heroes():
        section = text.partition(f"\n## {hero['name']}\n")[2].partition("\n## ")[0]
        for ability in hero["abilities"]:
            (row,) = re.findall(rf"^\| {ability['name']} \|.*$", section, re.MULTILINE)
            for effect in ability["effects"]:
                amount = effect.get("amount", 0)
                shares = [f"{100 * one:g}" for one in (amount if isinstance(amount, list) else [amount])]
                plain = [f"{one:g}".lstrip("-") for one in (amount if isinstance(amount, list) else [amount])]
                assert any(all(one in row for one in words) for words in (shares, plain)), effect


ABILITY = {
    "mode": "line",
    "reach": 900.0,
    "radius": 70.0,
    "pierce": 1,
    "cost": [80, 90],
    "cast": 0.3,
    "effects": [
        {"kind": "magical", "amount": [80, 130]},
        {"kind": "slow", "amount": [0.2, 0.25], "seconds": 2.0},
        {"kind": "haste", "on": "self", "amount": 30, "seconds": [3, 4]},
    ],
}


def test_an_ability_is_told_in_plain_words() -> None:
    assert ability_text.where(ABILITY) == "every enemy on a line 900 long, 140 wide"
    assert ability_text.effects(ABILITY) == (
        "80/130 magical damage; slows by 20/25 % for 2 s; +30 attack speed for 3/4 s, itself"
    )
    assert ability_text.price(ABILITY) == ("80/90", "–", "0.3")


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_the_page_has_every_option_that_help_shows(name: str) -> None:
    """Against the help as typer draws it, which does not share the page's code."""
    run = subprocess.run(
        [sys.executable, "-m", *name.split(), "--help"],
        env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=True,
    )
    shown = set(re.findall(r"(?<![\w`-])--[a-z][\w-]*", run.stdout.partition("Options")[2])) - {"--help"}
    section = commands_page().partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    documented = set(
        re.findall(r"--[a-z][\w-]*", "\n".join(re.findall(r"^\| `(--.*?)` \|", section, re.MULTILINE)))
    )
    assert documented == shown


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_parameter_says_what_it_means(name: str) -> None:
    function = dict(commands())[name]
    silent = [one.name for one in parameters(function) if not one.info.help]
    assert silent == []


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_the_readme_tells_of_every_command(name: str) -> None:
    assert name in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "docs/nightly.md"])
def test_a_configuration_that_is_shown_can_be_read(page: str) -> None:
    blocks = re.findall(
        r"^```toml\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    for block in blocks:
        Config.model_validate(tomllib.loads(block))


@pytest.mark.parametrize("page", ["README.md", "docs/first-night.md"])
def test_the_length_of_a_night_is_the_configuration_s(page: str) -> None:
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    words = {4.5: "four and a half minutes"}[Config().nightly.minutes]
    assert f"night of {words}" in text or f"the {words} that a night has by default" in text


def test_every_key_of_the_configuration_is_documented_with_its_default() -> None:
    text = (DOCS / "nightly.md").read_text(encoding="utf-8")
    shown = tomllib.loads(text.partition("```toml\n")[2].partition("```")[0])
    assert shown == Config().model_dump(mode="json", exclude_none=True)


@pytest.mark.parametrize("place", range(4))
def test_the_code_on_the_page_of_environments_runs(place: int) -> None:
    text = (DOCS / "environments.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    exec(compile(blocks[place], "docs/environments.md", "exec"), {})  # noqa: S102 - our own page


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_leads_to_a_file_and_its_heading(page: Path) -> None:
    broken = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_page_can_be_reached_from_the_index() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md" or not page.exists():
            continue
        reached.add(page)
        waiting += [
            (page.parent / link.partition("#")[0]).resolve() for link in links(page) if ":" not in link
        ]
    assert sorted(map(relative, set(DOCS.rglob("*.md")) - reached)) == []


@pytest.mark.parametrize("source", SOURCES, ids=relative)
def test_pages_that_the_code_names_exist(source: Path) -> None:
    """Both by file, `docs/store.md`, and by the number of a decision, `docs/decisions/0001`."""
    named = re.findall(r"docs/(?:[a-z_]+\.md|decisions/\d{4})", source.read_text(encoding="utf-8"))
    missing = [name for name in named if not (list(ROOT.glob(f"{name}*")))]
    assert missing == []


def test_decisions_are_numbered_once_and_say_what_they_cost() -> None:
    numbers = [record.name[:4] for record in records()]
    assert len(numbers) == len(set(numbers))
    for record in records():
        text = record.read_text(encoding="utf-8")
        assert text.startswith(f"# {record.name[:4]} "), record.name
        for part in ("Context: ", "Choice: ", "Cost: "):
            assert f"\n{part}" in text, f"{record.name} lacks '{part}'"
