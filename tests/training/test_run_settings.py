"""Settings of runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.errors import BadRunSettings
from training.network_settings import SIZES
from training.run_settings import load_run, make_run, parse_amount, parse_changes, preset_names


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_of_the_variant_that_it_is_called_after(name: str) -> None:
    settings = load_run(name)
    assert settings.variant == name
    assert settings.network == SIZES["small"].to_dict()
    assert (settings.segment, settings.epochs, settings.opponents, settings.threads) == (16, 1, 0.2, 1)


def test_settings_come_back_from_what_is_recorded_of_them() -> None:
    settings = load_run("blitz", ["entropy=0.02 to 0.01 over 5M", "bots={'bot:easy' = 0.05}"])
    assert make_run(settings.to_dict(), source="record") == settings
    assert settings.at("entropy", 2_500_000) == pytest.approx(0.015)
    assert settings.bots == {"bot:easy": 0.05}


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


def test_changes_name_each_setting_once() -> None:
    for changes in (["entropy"], ["=1"], ["seed=1", "seed=2"]):
        with pytest.raises(BadRunSettings, match="expected NAME=VALUE"):
            parse_changes(changes)


def test_an_unknown_run_is_told_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(BadRunSettings, match="one of blitz, duel, or a TOML file; got 'chess'"):
        load_run("chess")
    (tmp_path / "a.toml").write_text("matches = ")
    with pytest.raises(BadRunSettings, match="is not TOML"):
        load_run(str(tmp_path / "a.toml"))


def test_amounts_of_agent_steps() -> None:
    assert [parse_amount(text) for text in ("7", "1.5k", "15M", "2G")] == [
        7,
        1500,
        15_000_000,
        2_000_000_000,
    ]
    for text in ("0", "-1", "x", "1.5", "nan", "inf", "1e400"):
        with pytest.raises(BadRunSettings, match="expected agent-steps"):
            parse_amount(text)
