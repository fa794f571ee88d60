"""From what was played and learnt since the last report to its numbers and alarms."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from arena.games import moba
from arena.games.moba.contract_page import KINDS
from training.audit import AuditReport
from training.clock import PARTS
from training.learner import ForecastMetrics, Learnt
from training.metrics import Report, Value
from training.seating import LATEST
from training.tallies import Finished, Tallies

KIND_NAMES = tuple(name for name, _ in KINDS)[: moba.ACTION_RANGES[0]]
CUT = ("limit", "safety stop")
MOST_CUT = 0.5
LEAST_ACTION = 1e-4
FEW_MATCHES = 10
FEW_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Period:
    """What happened between two reports.

    Attributes:
        step: updates since the run began, and `agent_steps` the same.
        played: agent-steps of the period.
        seconds: by part, and `total`.
        learnt: of each update.
        tallies: of play.
        audit: of rewards.
        settings: schedules' values now.
        state: other numbers that are as they are: metric by name.
    """

    step: int
    agent_steps: int
    played: int
    seconds: dict[str, float]
    learnt: Sequence[Learnt]
    tallies: Tallies
    audit: AuditReport
    settings: dict[str, float]
    state: dict[str, float]


def make_report(period: Period) -> Report:
    """The report of a period."""
    values = (
        *_speeds(period),
        *_learning(period.learnt),
        *(Value(name, "", value) for name, value in period.state.items()),
        *(Value("setting", name, value) for name, value in period.settings.items()),
        *_matches(period.tallies.finished),
        *_actions(period.tallies),
        *_rewards(period.audit),
    )
    alarms = tuple(_alarms(period.tallies))
    values += tuple(Value("alarm", alarm, 1.0) for alarm in alarms)
    return Report(period.step, period.agent_steps, values, alarms)


def _speeds(period: Period) -> Iterator[Value]:
    seconds = dict(period.seconds)
    seconds["other"] = seconds["total"] - sum(seconds[part] for part in PARTS)
    for part, spent in seconds.items():
        yield Value("agent_steps_per_s", part, period.played / max(spent, 1e-9))


def _learning(learnt: Sequence[Learnt]) -> Iterator[Value]:
    if not learnt:
        return
    steps = [step for each in learnt for step in each.steps]
    for name in ("kl", "clip_share", "policy_loss", "value_loss"):
        yield Value(name, "", _mean(getattr(step, name) for step in steps))
    for head in steps[0].entropy:
        yield Value("entropy", head, _mean(step.entropy[head] for step in steps))
    yield Value("explained_variance", "", _mean(each.explained_variance for each in learnt))
    yield Value("gradient_norm", "", _mean(each.norm for each in learnt))
    yield Value("staleness", "", _mean(each.staleness for each in learnt))
    for name in learnt[0].forecasts:
        told = [each.forecasts[name] for each in learnt]
        for field in fields(ForecastMetrics):
            yield Value(f"forecast_{field.name}", name, _mean(getattr(each, field.name) for each in told))


def _matches(finished: Sequence[Finished]) -> Iterator[Value]:
    against: dict[str, list[float]] = {}
    for match in finished:
        score = (match.won + 1) / 2
        against.setdefault("west" if match.opponent == LATEST else match.opponent, []).append(score)
        if match.opponent.isdecimal():
            against.setdefault("past", []).append(score)
    for name, scores in against.items():
        label = LATEST if name == "west" else name
        if not name.isdecimal():
            yield Value("matches", label, len(scores))
        yield Value("win_rate", name, _mean(scores))
    if not finished:
        return
    for place, name in enumerate(moba.ENDINGS):
        yield Value("ending", name, _mean(match.ending == place for match in finished))
    yield Value("match_s", "", _mean(match.seconds for match in finished))
    yield Value("kills", "", _mean(match.kills for match in finished))


def _actions(tallies: Tallies) -> Iterator[Value]:
    for name, chosen, legal in zip(KIND_NAMES, tallies.chosen, tallies.legal, strict=True):
        if legal:
            yield Value("action", name, float(chosen / legal))


def _rewards(audit: AuditReport) -> Iterator[Value]:
    yield Value("return", "", sum(row.raw for row in audit.rows))
    for row in audit.rows:
        yield Value("raw", row.event, row.raw)
        yield Value("raw_share", row.event, row.raw_share)
        yield Value("paid_share", row.event, row.paid_share)


def _alarms(tallies: Tallies) -> Iterator[str]:
    """What a person should look at: doing nothing can be an equilibrium."""
    finished = tallies.finished
    cut = _mean(moba.ENDINGS[match.ending] in CUT for match in finished) if finished else 0.0
    if len(finished) >= FEW_MATCHES and cut > MOST_CUT:
        yield f"{cut:.0%} of matches ran out the clock"
    for name, chosen, legal in zip(KIND_NAMES, tallies.chosen, tallies.legal, strict=True):
        if legal >= FEW_STEPS and chosen < LEAST_ACTION * legal:
            yield f"{name} is hardly ever chosen"


def _mean(numbers: Iterable[float]) -> float:
    found = [float(number) for number in numbers]
    return sum(found) / len(found) if found else float("nan")


def format_report(report: Report, left: str = "") -> str:
    """One line for a terminal; `-` for what there is nothing to say of; `left`: how long the sitting goes on."""

    def number(metric: str, form: str, label: str = "", factor: float = 1.0) -> str:
        value = report.get(metric, label) * factor
        return "-" if math.isnan(value) else format(value, form)

    entropy = sum(each.value for each in report.values if each.metric == "entropy")
    endings = [each for each in report.values if each.metric == "ending" and each.value > 0.005]
    parts = [
        f"{report.agent_steps:>13,} agent-steps",
        f"{number('agent_steps_per_s', ',.0f', 'total'):>7}/s",
        left,
        f"return {number('return', '.3f'):>7}",
        f"kills {number('kills', '.2f'):>5}",
        f"minutes {number('match_s', '.2f', factor=1 / 60):>5}",
        f"entropy {entropy:6.3f}",
        f"kl {number('kl', '.4f')}",
        f"explained {number('explained_variance', '.2f'):>5}",
        f"past {number('win_rate', '.0%', 'past'):>4}",
        "ended by " + ", ".join(f"{each.label} {each.value:.0%}" for each in endings) if endings else "",
        *(f"ALARM: {alarm}" for alarm in report.alarms),
    ]
    return "  ".join(part for part in parts if part)
