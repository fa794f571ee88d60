from __future__ import annotations

from pathlib import Path

import pytest

from arena.config import Config, load_config, override
from arena.errors import BadConfiguration


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "palaestra.toml"
    path.write_text(text)
    return path


def test_an_empty_file_is_the_built_in_configuration(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, ""))
    assert config == Config()
    assert config.nightly.entrants == ["idle", "random", "bot:easy", "bot:medium", "bot:hard"]
    assert config.nightly.variant == "blitz"


def test_keys_replace_defaults_one_by_one(tmp_path: Path) -> None:
    config = load_config(
        written(
            tmp_path,
            '[nightly]\nminutes = 30\nentrants = ["idle", "strong=bot:medium"]\n[store]\nsnapshots = 2\n',
        )
    )
    assert config.nightly.minutes == 30
    assert config.nightly.entrants == ["idle", "strong=bot:medium"]
    assert config.nightly.seed == Config().nightly.seed
    assert config.store.snapshots == 2
    assert config.ratings == Config().ratings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[nightly]\nminuts = 5",
            "unknown key 'nightly.minuts': the known ones here are ladder, variant, entrants, lineages",
        ),
        (
            "[nights]\nminutes = 5",
            "unknown key 'nights': the known ones here are nightly, ratings, report, store",
        ),
        ("minutes = 5", "unknown key 'minutes': the known ones here are nightly, ratings, report, store"),
        ('[nightly]\nminutes = "long"', "'nightly.minutes' input should be a valid number, got 'long'"),
        ("[nightly]\nminutes = 0", "'nightly.minutes' input should be greater than 0, got 0"),
        ("[nightly]\nminutes = inf", "'nightly.minutes' input should be a finite number, got inf"),
        ("[nightly]\nseed = -1", "'nightly.seed' input should be greater than or equal to 0, got -1"),
        ("[nightly]\nseed = 1.5", "'nightly.seed' input should be a valid integer"),
        ("[nightly]\nworkers = true", "'nightly.workers' input should be a valid integer"),
        ('[nightly]\nentrants = ["idle"]', "'nightly.entrants' list should have at least 2 items"),
        ('[nightly]\nentrants = ["idle", 3]', "'nightly.entrants.1' input should be a valid string, got 3"),
        (
            '[ratings]\nscoring = "foo"',
            "'ratings.scoring' input should be 'draws', 'wins' or 'settled', got 'foo'",
        ),
        ("[ratings]\nresamples = 1", "'ratings.resamples' input should be 0 or at least 2, got 1"),
        (
            "[ratings]\nresamples = 1000001",
            "'ratings.resamples' input should be less than or equal to 1000000",
        ),
        ("[ratings]\nprior = 1e308", "'ratings.prior' input should be less than or equal to 1000000"),
        ('[nightly]\nlineages = ["/**/*"]', "'nightly.lineages.0' input should name folders"),
        ('nightly = "blitz"', "'nightly' input should be a valid dictionary"),
        ("[nightly\n", "is not TOML"),
        ("[nightly]\nminutes = 1\nminutes = 2", "is not TOML"),
    ],
)
def test_a_bad_file_is_one_line_that_names_the_key(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadConfiguration, match=message) as caught:
        load_config(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_one_that_is_not_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(
        BadConfiguration, match=r"cannot read the configuration .*nothing\.toml \(No such file"
    ):
        load_config(tmp_path / "nothing.toml")
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadConfiguration, match="is not TOML"):
        load_config(path)


def test_options_override_what_they_name_and_are_checked_too() -> None:
    config = override(Config(), minutes=2.0, variant=None, workers=None, seed=9)
    assert (config.nightly.minutes, config.nightly.variant, config.nightly.seed) == (2.0, "blitz", 9)
    with pytest.raises(BadConfiguration, match=r"'nightly.minutes' .* greater than 0, got -1"):
        override(Config(), minutes=-1.0)


def test_the_page_in_the_docs_shows_every_key_with_its_default(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "nightly.md").read_text()
    example = page.split("```toml\n")[1].split("```")[0]
    assert load_config(written(tmp_path, example)) == Config()
    for name, section in Config().model_dump().items():
        assert f"[{name}]" in example
        assert all(f"\n{key} = " in example for key in section)
