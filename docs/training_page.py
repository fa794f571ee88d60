"""The page of a run's settings and metrics, from where each is declared."""

from __future__ import annotations

import json

from training.metrics import known_metrics
from training.run_settings import RunSettings, load_run, preset_names

HEAD = """# Settings and metrics of a training run

Generated from `training/run_settings.py`, the presets and `training/data/metrics.csv` by `python -m docs.generate`; \
do not edit by hand. [Training](training.md) says how they are used.

## Settings

A run is a TOML file of these keys, or a preset; `--set NAME=VALUE` on the command line replaces one. A schedule is a
number or [words](learning.md#schedules). A preset's own values are in its column; where it has none, the default holds.

"""
METRICS = """
## Metrics

A report is a file `metrics/STEP.parquet` in the run's folder: rows of `step` (updates), `agent_steps`, `metric`,
`label` and `value`. Where nothing is said otherwise a number is of what happened since the last report. r is the ratio
of the probabilities that the learning network and the one that played give an action; V and R are values and returns.

| metric | labels | unit | formula | when it misleads |
|---|---|---|---|---|
"""
NETWORK = "network"
"""Presets name their network, and it is kept as all its settings."""


def training_page() -> str:
    """The page, in Markdown."""
    presets = {name: load_run(name).to_dict() for name in preset_names()}
    columns = ["setting", "is", "default", *(f"`{name}`" for name in presets)]
    head = f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"
    rows = "".join(_row(name, presets) for name in RunSettings.model_fields)
    metrics = "".join(
        f"| `{name}` | {metric.labels} | {metric.unit} | {metric.formula} | {metric.misleads} |\n"
        for name, metric in known_metrics().items()
    )
    return HEAD + head + rows + METRICS + metrics


def _row(name: str, presets: dict[str, dict[str, object]]) -> str:
    default = RunSettings().to_dict()[name]
    own = ["" if preset[name] == default else _shown(name, preset[name]) for preset in presets.values()]
    text = RunSettings.model_fields[name].description
    return f"| `{name}` | {text} | {_shown(name, default)} | {' | '.join(own)} |\n"


def _shown(name: str, value: object) -> str:
    if name == NETWORK:
        return "`small`"
    text = value if isinstance(value, str) else json.dumps(value)
    return f"`{text.replace('.0 ', ' ').removesuffix('.0')}`"
