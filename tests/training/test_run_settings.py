"""Settings of runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.games import moba
from training.errors import BadRunSettings
from training.network_settings import SIZES
from training.run_settings import load_run, make_run, preset_names


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_of_the_variant_that_it_is_called_after(name: str) -> None:
    settings = load_run(name)
    assert settings.variant == name
    assert settings.network == SIZES["small"].to_dict()
    opponents = {"blitz": 0.2, "duel": 0.15}[name]
    assert (settings.segment, settings.opponents, settings.threads) == (64, opponents, 1)


def test_settings_come_back_from_what_is_recorded_of_them() -> None:
    settings = load_run("blitz", ["entropy=0.02 to 0.01 over 5M", "bots={'bot:easy' = 0.05}"])
    assert make_run(settings.to_dict(), source="record") == settings
    assert settings.at("entropy", 2_500_000) == pytest.approx(0.015)
    assert settings.bots == {"bot:easy": 0.05}


@pytest.mark.parametrize("fields", [{}, *({"variant": name} for name in moba.VARIANTS)])
def test_defaults_come_back_from_what_is_recorded_of_them(fields: dict[str, str]) -> None:
    """Else the same command would not continue a run."""
    settings = make_run(fields, source="test")
    again = make_run(json.loads(json.dumps(settings.to_dict())), source="record")
    assert again == settings
    assert again.to_dict() == settings.to_dict()


@pytest.mark.parametrize("name", preset_names())
def test_presets_come_back_from_what_is_recorded_of_them(name: str) -> None:
    settings = load_run(name)
    assert make_run(json.loads(json.dumps(settings.to_dict())), source="record") == settings


def test_a_schedule_whose_ends_are_no_round_numbers_comes_back() -> None:
    settings = load_run(
        "duel", ["entropy=0.2 to 0.1 over 0.1 from 0.3", "limit_s=9 to 8 over 0.1s from 0.3s"]
    )
    assert settings.entropy == "0.2 to 0.1 over 0.1 from 0.3"
    assert make_run(settings.to_dict(), source="record") == settings


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("matches=99999999999", "less than or equal to 16384, got 99999999999"),
        ("segment=2000", "less than or equal to 1024"),
        ("epochs=101", "less than or equal to 100"),
        ("minibatches=1025", "less than or equal to 1024"),
        ("report_every=1000001", "less than or equal to 1000000"),
        ("threads=257", "less than or equal to 256"),
        ("network=huge", "got 'huge': correct"),
        ("checkpoint_every=x", "should be agent-steps"),
        ("entropy=nan", "expected a finite number; got nan"),
        ("entropy=" + "1" * 400, "expected a finite number"),
        ("decay_s=" + "1" * 400, "'decay_s'"),
        ("decay=nan", "'decay'"),
        ("limit_s=[1]", "expected a number, or such as"),
    ],
)
def test_a_wrong_change_is_blamed_on_set_and_said_once(tmp_path: Path, change: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("matches = 4")
    with pytest.raises(BadRunSettings) as caught:
        load_run(str(path), [change])
    text = str(caught.value)
    assert text.startswith(f"--set: '{change.partition('=')[0]}': ")
    assert said in text and text.count("got ") == 1
    assert len(text) < 200


def test_what_several_settings_do_together_is_blamed_on_what_made_it_wrong(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("matches = 16_384")
    with pytest.raises(
        BadRunSettings, match=r"^--set: expected matches times segment .* got 16384 times 65$"
    ):
        load_run(str(path), ["segment=65"])
    assert load_run(str(path), ["segment=64"]).segment == 64
    path.write_text("matches = 16_384\nsegment = 65")
    with pytest.raises(BadRunSettings, match=r"^/.*mine\.toml: expected matches times segment"):
        load_run(str(path), ["seed=1"])
    path.write_text("matches = 0")
    with pytest.raises(BadRunSettings, match=r"^/.*mine\.toml: 'matches'"):
        load_run(str(path), ["seed=1"])


def test_the_example_of_the_documentation_is_a_run(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(page.partition("```toml\n")[2].partition("```")[0])
    settings = load_run(str(tmp_path / "mine.toml"))
    assert (settings.variant, settings.matches, settings.bots) == ("duel", 96, {"bot:easy": 0.05})


def test_a_file_and_changes_are_read_as_toml(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('variant = "duel"\nmatches = 4\n')
    settings = load_run(str(path), ["matches=6", "limit_s=90", "network=tiny", "checkpoint_every=20k"])
    assert (settings.matches, settings.limit_s, settings.checkpoint_every) == (6, "90.0", 20_000)
    assert settings.network == SIZES["tiny"].to_dict()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("foo=1", "unknown setting 'foo'"),
        ("entropy=much", "'entropy': expected a number"),
        ("learning_rate=2", "expected learning_rate from 0 to 1"),
        ("randomised=1.5", "expected a share from 0 to 1"),
        ("network=huge", "expected a network among"),
        ("network={unit = 0}", "expected network setting unit"),
        ("matches=0", "'matches'"),
        ("limit_s=-1", "expected limit_s from 0"),
        ("decay=2", "'decay'"),
        ("horizon_s=0.1", "expected a horizon of more seconds"),
        ("starts={siege = 1}", "expected a start of duel"),
        ("starts={fresh = 0}", "a weight above 0"),
        ("bots={'bot:easy' = 0.9}", "shares that add up to 1"),
        ("randomisation=wild", "expected a randomisation"),
        ("rewards=none", "expected a reward table"),
        ("checkpoint_every=1.5", "should be agent-steps"),
        ("capped=nobody", "'capped'"),
        ("variant=chess", "variant"),
    ],
)
def test_a_wrong_setting_is_one_line(change: str, said: str) -> None:
    with pytest.raises(BadRunSettings) as caught:
        load_run("duel", [change])
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_run_is_told_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(BadRunSettings, match="one of blitz, duel, or a TOML file; got 'chess'"):
        load_run("chess")
    (tmp_path / "a.toml").write_text("matches = ")
    with pytest.raises(BadRunSettings, match="is not TOML"):
        load_run(str(tmp_path / "a.toml"))
