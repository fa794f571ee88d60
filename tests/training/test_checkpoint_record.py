"""What a record of a checkpoint says, and what it must not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from arena.games import moba
from tests.training.made import made_provenance
from training.checkpoint_record import CheckpointRecord, parse_record, seal
from training.errors import CheckpointError, DamagedCheckpoint, ForeignCheckpoint, FutureCheckpoint
from training.network_settings import SIZES


def fields_of(**more: Any) -> dict[str, Any]:
    return {
        **made_provenance().model_dump(mode="json"),
        "format": "palaestra checkpoint",
        "format_version": 1,
        "palaestra": "0.1",
        "weights": {"bytes": 10, "sha256": "0" * 64, "dtype": "float32", "parameters": 2},
        **more,
    }


def without(name: str) -> dict[str, Any]:
    fields = fields_of()
    del fields[name]
    return fields


def test_a_record_comes_back_from_json() -> None:
    fields = json.loads(json.dumps(seal(fields_of(returns={"mean": -0.1, "deviation": 3.3}))))
    record = parse_record(fields, "x")
    assert record.settings == SIZES["tiny"]
    assert (record.title, record.game, record.contract_version) == (
        "first/600",
        "moba",
        moba.CONTRACT_VERSION,
    )
    assert (record.rules_hash, record.parent, record.surgeries) == (moba.rules_hash(), None, ())
    assert json.loads(record.model_dump_json()) == fields


def test_a_setting_of_the_network_that_came_later_has_its_default() -> None:
    fields = fields_of(network={"memory": 64})
    assert parse_record(seal(fields), "x").settings == SIZES["small"].__class__(memory=64)


def test_anything_that_was_altered_is_noticed() -> None:
    sealed = seal(fields_of())
    for name in sealed:
        if name not in ("format", "format_version"):
            with pytest.raises(DamagedCheckpoint, match="does not agree with its own hash"):
                parse_record({**sealed, name: "another"}, "x")


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({}, ForeignCheckpoint, 'expected "format": "palaestra checkpoint", got None'),
        (fields_of(format="pt"), ForeignCheckpoint, "got 'pt'"),
        (fields_of(format=[["x"] * 99] * 99), ForeignCheckpoint, r"got \[\['x', .*\.\.\.$"),
        (
            fields_of(format_version=2),
            FutureCheckpoint,
            "has format 2, this version reads format 1: update palaestra",
        ),
        ({"format": "palaestra checkpoint", "format_version": 3}, FutureCheckpoint, "has format 3"),
        (fields_of(format_version="2"), DamagedCheckpoint, "'format_version'"),
        (fields_of(format_version=True), DamagedCheckpoint, "'format_version'"),
        (
            fields_of(contract_version=9),
            FutureCheckpoint,
            "for contract 9, this version plays contract 1 or 2: update",
        ),
        (fields_of(game="chess"), ForeignCheckpoint, "of the game 'chess', expected 'moba'"),
        (fields_of(code="print(1)"), DamagedCheckpoint, "unknown key 'code'"),
        (fields_of(network={"memory": 64, "class": "os.system"}), DamagedCheckpoint, "'network"),
        (fields_of(network={"memory": 10**6}), DamagedCheckpoint, "'network'"),
        (fields_of(network={"memory": 64.0}), DamagedCheckpoint, "'network"),
        (fields_of(lineage="../up"), DamagedCheckpoint, "'lineage'"),
        (fields_of(lineage="a\n"), DamagedCheckpoint, "'lineage'"),
        (
            fields_of(command="train\x1b[31m"),
            DamagedCheckpoint,
            "'command': should have neither control characters",
        ),
        (fields_of(step=-1), DamagedCheckpoint, "'step'"),
        (fields_of(step=1.0), DamagedCheckpoint, "'step'"),
        (fields_of(step=10**5000 % 10**4000 or 10**4000), DamagedCheckpoint, "'step'"),
        (fields_of(returns={"mean": 0.0, "deviation": 0.0}), DamagedCheckpoint, "'returns.deviation'"),
        (fields_of(weights={"bytes": 1}), DamagedCheckpoint, "'weights.sha256'"),
        (without("seed"), DamagedCheckpoint, "'seed': Field required"),
    ],
)
def test_another_record_is_refused_in_one_line(
    fields: dict[str, Any], error: type[CheckpointError], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        parse_record(seal(fields), "x")
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 500


def test_what_a_run_says_of_a_checkpoint_is_held_to_the_same_rules() -> None:
    for wrong in ({"lineage": "a/b"}, {"step": -1}, {"network": {"depth": 3}}, {"commmand": "x"}):
        with pytest.raises(ValidationError):
            made_provenance(**wrong)


def test_every_key_is_explained_on_the_page() -> None:
    text = (Path(__file__).parents[2] / "docs" / "checkpoints.md").read_text(encoding="utf-8")
    for name in CheckpointRecord.model_fields:
        assert f"| `{name}` |" in text, name
