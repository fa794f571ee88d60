"""What the commands say of checkpoints and lineages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.errors import PalaestraError
from arena.games import moba
from arena.report import MISSING, format_table
from training.checkpoint_name import parse_name
from training.lineage import Lineage, open_lineage
from training.lineage_log import read_log
from training.player import load
from training.training_state import has_state, read_state

LIST_HEAD = ("step", "agent-steps", "parameters", "kept as", "identity", "continues")


def describe_checkpoint(folder: Path) -> dict[str, Any]:
    """All of a checkpoint's record, and what was found in checking it, as JSON-ready data.

    Raises:
        CheckpointError, DamagedState: in one line, what is wrong with it.
    """
    name = parse_name(str(folder))
    record, _ = load(name)
    state = has_state(name.folder)
    if state:
        read_state(name.folder, record.identity)
    return {
        "folder": str(name.folder.absolute()),
        "title": record.title,
        "player": f"checkpoint:{name.pinned(record)}",
        "same_rules": record.rules_hash == moba.rules_hash(),
        "state": state,
        "record": record.model_dump(mode="json"),
    }


def format_checkpoint(found: Mapping[str, Any]) -> str:
    """A checkpoint for a terminal, a line for each thing."""
    record = found["record"]
    weights = record["weights"]
    rules = "the present ones" if found["same_rules"] else "others than the present ones"
    lines = {
        "checkpoint": f"{found['title']}, identity {record['identity'][:12]}",
        "agent-steps": f"{record['agent_steps']:,}",
        "trained on": f"{record['game']} {record['variant']}, contract {record['contract_version']}, "
        f"rules {record['rules_hash']} ({rules})",
        "network": ", ".join(f"{name} {value}" for name, value in record["network"].items()),
        "weights": f"{weights['parameters']:,} parameters, {weights['dtype']}, {weights['bytes']:,} bytes",
        "parent": record["parent"] or MISSING,
        "surgeries": "; ".join(record["surgeries"]) or MISSING,
        "made by": f"{record['command']} (seed {record['seed']}, palaestra {record['palaestra']})",
        "continues": "the state of its run is there and whole" if found["state"] else "no state of its run",
        "checked": "hashes, types, shapes and numbers agree with the record",
        "as a player": found["player"],
    }
    return "\n".join(f"{what + ':':<13}{text}" for what, text in lines.items())


def describe_lineage(folder: Path) -> dict[str, Any]:
    """A lineage, its checkpoints in order, each checked, and its log, as JSON-ready data.

    Raises:
        LineageError: there is none, or its record or log is damaged.
    """
    lineage = open_lineage(folder)
    return {
        "folder": str(folder.absolute()),
        "record": lineage.record.model_dump(mode="json"),
        "checkpoints": [_describe_step(lineage, step) for step in lineage.steps()],
        "log": [change.model_dump(mode="json") for change in read_log(folder)],
    }


def _describe_step(lineage: Lineage, step: int) -> dict[str, Any]:
    """A checkpoint in a list: what is wrong with it is part of what is said."""
    place = lineage.checkpoint(step)
    try:
        lineage.read_record(step)
        found = describe_checkpoint(place)
    except PalaestraError as error:
        return {"step": step, "folder": str(place.absolute()), "problem": str(error)}
    return {"step": step, **found, "problem": None}


def format_lineage(found: Mapping[str, Any]) -> str:
    """A lineage for a terminal: its checkpoints as a table, what is wrong with some, its log."""
    record = found["record"]
    head = f"lineage {record['name']}, for {', '.join(record['variants'])}: {record['why']}"
    table = format_table(LIST_HEAD, [_row(one) for one in found["checkpoints"]], left=0)
    log = [
        f"{change['at']}  step {change['step']}  {change['subject']}: {change['what']} ({change['why']})"
        for change in found["log"]
    ]
    problems = [
        f"problem: step {one['step']}: {one['problem']}" for one in found["checkpoints"] if one["problem"]
    ]
    return "\n".join([head, table, *problems, *log])


def _row(one: Mapping[str, Any]) -> tuple[str, ...]:
    if one["problem"]:
        return str(one["step"]), *[MISSING] * 5
    record = one["record"]
    return (
        str(one["step"]),
        f"{record['agent_steps']:,}",
        f"{record['weights']['parameters']:,}",
        record["weights"]["dtype"],
        record["identity"][:12],
        "yes" if one["state"] else "no",
    )
