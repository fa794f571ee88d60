"""What can be asked of a network: widths and options, as they are recorded in a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from training.errors import BadNetworkSettings

WIDEST = 8192
"""Far beyond any use; a file that asks for more is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSettings:
    """Settings of a network.

    Attributes:
        unit: width of a unit's encoding, and so of the query that chooses a target.
        own: width of the encoding of the hero's own block.
        world: width of the encoding of what the side knows of the match.
        joined: width of what the memory is fed, in which own block, world and pooled units are joined.
        memory: width of the LSTM, its hidden state and its cell.
        embedding: width of the vectors that stand for heroes and for items.
        heroes_apart: join the encodings of the other heroes one by one, in the order of their target slots, beside the
            largest of their classes.
        previous_action: feed back the kind and the aim or offset of the hero's previous action.
        value_memory: width of a second LSTM for the value alone; 0: the value reads the policy's.
        team_pool: feed each hero's memory, too, the largest of the first so many joined numbers over its team; at most
            `joined`; 0: none.
        value_hidden: width of the encoding of what the other side knows, which the value alone reads, and in training
            alone; 0: none.
        win_head: foretell the probability of winning.
        structure_head: foretell which structure falls next, and whether the hero takes part.

    Raises:
        BadNetworkSettings: a width that is no whole number from 1 (those that may be left out: 0) to 8192, or an option
            that is neither true nor false.
    """

    unit: int = 32
    own: int = 48
    world: int = 32
    joined: int = 96
    memory: int = 128
    embedding: int = 8
    heroes_apart: bool = False
    previous_action: bool = True
    value_memory: int = 0
    team_pool: int = 0
    value_hidden: int = 0
    win_head: bool = False
    structure_head: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, bool):
                _check_flag(field.name, value)
            else:
                _check_width(field.name, value, least=0 if field.default == 0 else 1)
        if self.team_pool > self.joined:
            raise BadNetworkSettings(
                f"expected network setting team_pool to be at most joined, {self.joined}, got {self.team_pool}"
            )

    def to_dict(self) -> dict[str, int | bool]:
        """As plain data, every setting by name, for a checkpoint's record."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> NetworkSettings:
        """What `to_dict` gave. A name that is left out has its default.

        Raises BadNetworkSettings for a name that is no setting, and for a value as the class does.
        """
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise BadNetworkSettings(
                    f"expected network settings among {', '.join(known)}, got {name!r}: leave it out"
                )
        return cls(**values)


def _check_flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise BadNetworkSettings(f"expected network setting {name} to be true or false, got {value!r}")


def _check_width(name: str, value: object, *, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= WIDEST:
        raise BadNetworkSettings(
            f"expected network setting {name} to be a whole number from {least} to {WIDEST}, got {value!r}"
        )


SIZES = {
    "tiny": NetworkSettings(unit=16, own=32, world=16, joined=64, memory=64, embedding=4),
    "small": NetworkSettings(),
    "medium": NetworkSettings(unit=40, own=96, world=48, joined=136, memory=192),
    "large": NetworkSettings(unit=64, own=192, world=64, joined=384, memory=384, embedding=16),
}
"""Networks by name: of about 60,000, 190,000 (the default, for two processor cores), 380,000 and 1,640,000 numbers."""


def named_size(name: str) -> NetworkSettings:
    """The network of a name. Raises BadNetworkSettings for a name that is not one of SIZES."""
    if name not in SIZES:
        raise BadNetworkSettings(f"expected a network among {', '.join(SIZES)}, got {name!r}")
    return SIZES[name]
