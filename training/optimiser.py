"""Adam on all parameters at once, with clipped gradients, and a guard against those that are not finite.

Kingma and Ba 2015, "Adam: a method for stochastic optimization", algorithm 1. Parameters, gradients and moments are one
flat tensor each, of which the network's parameters are views: a step is a dozen operations whatever the network.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from training.errors import BadLearning, BadState, NotFinite

CLIPS = ("per_parameter", "global_norm")


@dataclass(frozen=True, slots=True, kw_only=True)
class OptimiserSettings:
    """Settings of Adam and its guard.

    Attributes:
        beta1: decay of the running mean of gradients.
        beta2: decay of the running mean of their squares.
        epsilon: what is added to the root of the squares' mean.
        clip: `global_norm`: gradients are scaled down to a norm of at most `most_norm`; `per_parameter`: each is cut at
            ±`most_deviations` √v̂, v̂ being the running mean of its own squares, not yet cut (Five, appendix C).
        most_norm: the largest norm of the gradient.
        most_deviations: see `clip`.
        most_skipped: updates skipped in a row that stop the run.

    Raises:
        BadLearning: a value out of range.
    """

    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-5
    clip: str = "global_norm"
    most_norm: float = 0.5
    most_deviations: float = 5.0
    most_skipped: int = 5

    def __post_init__(self) -> None:
        for name in ("beta1", "beta2"):
            if not 0.0 <= getattr(self, name) < 1.0:
                raise BadLearning(f"expected {name} from 0 to below 1; got {getattr(self, name):g}")
        for name in ("epsilon", "most_norm", "most_deviations", "most_skipped"):
            if not (getattr(self, name) > 0 and math.isfinite(getattr(self, name))):
                raise BadLearning(f"expected {name} above 0; got {getattr(self, name):g}")
        if self.clip not in CLIPS:
            raise BadLearning(f"expected clip to be one of {', '.join(CLIPS)}; got {self.clip!r}")


class Adam:
    """Adam for the named parameters of a network, which it moves into one flat tensor: move them to a device before.

    `norm` is the gradient's norm at the last step, before clipping; `steps`, `skipped` and `skipped_in_a_row` count
    updates made and those that were skipped because loss or gradients were not finite.
    """

    def __init__(
        self, named: Iterable[tuple[str, torch.nn.Parameter]], settings: OptimiserSettings | None = None
    ) -> None:
        self.settings = settings or OptimiserSettings()
        self._named = {name: parameter for name, parameter in named if parameter.requires_grad}
        if len({(each.dtype, each.device) for each in self._named.values()}) != 1:
            raise BadLearning(
                "expected parameters of one type on one device; got none, or several types or devices"
            )
        self._flat = torch.cat([each.detach().reshape(-1) for each in self._named.values()])
        self._gradient = torch.zeros_like(self._flat)
        self._mean = torch.zeros_like(self._flat)
        self._square = torch.zeros_like(self._flat)
        self._root, self._most = torch.empty_like(self._flat), torch.empty_like(self._flat)
        self.steps = 0
        self.skipped = 0
        self.skipped_in_a_row = 0
        self.norm = 0.0
        self._views: dict[str, Tensor] = self._split(self._gradient)
        for name, part in self._split(self._flat).items():
            self._named[name].data = part
            self._named[name].grad = self._views[name]

    def _split(self, flat: Tensor) -> dict[str, Tensor]:
        """Views of a flat tensor, by parameter."""
        sizes = [each.numel() for each in self._named.values()]
        parts = zip(self._named.items(), torch.split(flat, sizes), strict=True)
        return {name: part.view(parameter.shape) for (name, parameter), part in parts}

    def zero(self) -> None:
        """Set all gradients to 0; call it before the backward pass, in place of a module's `zero_grad`."""
        self._gradient.zero_()

    def step(self, loss: Tensor, *, learning_rate: float) -> bool:
        """One update with the gradients of `loss`; False when it was skipped because one of them is not finite.

        Raises:
            NotFinite: that many updates in a row had to be skipped.
            BadLearning: the learning rate is not 0 or more, or gradients lie elsewhere than `zero` left them.
        """
        if not (learning_rate >= 0.0 and math.isfinite(learning_rate)):
            raise BadLearning(f"expected a learning rate of 0 or more; got {learning_rate:g}")
        if any(self._named[name].grad is not view for name, view in self._views.items()):
            raise BadLearning(
                "expected gradients where the optimiser keeps them; got others: call its zero()"
            )
        norm = float(self._gradient.norm())  # not finite if one of them is not: one pass tells both
        if not (math.isfinite(norm) and math.isfinite(float(loss.detach()))):
            self._skip()
            return False
        self.skipped_in_a_row = 0
        self.steps += 1
        self.norm = norm
        self._move(learning_rate)
        return True

    def _skip(self) -> None:
        self.skipped += 1
        self.skipped_in_a_row += 1
        if self.skipped_in_a_row >= self.settings.most_skipped:
            raise NotFinite(
                f"expected a finite loss and gradients; {self.skipped_in_a_row} updates in a row had others: "
                "go back to the last good checkpoint, with a lower learning rate"
            )

    @torch.no_grad()
    def _move(self, learning_rate: float) -> None:
        chosen, gradient = self.settings, self._gradient
        first, second = 1.0 - chosen.beta1**self.steps, 1.0 - chosen.beta2**self.steps
        if chosen.clip == "global_norm" and self.norm > chosen.most_norm:
            gradient.mul_(chosen.most_norm / self.norm)
        self._square.mul_(chosen.beta2).addcmul_(gradient, gradient, value=1.0 - chosen.beta2)
        root = torch.sqrt(self._square, out=self._root).mul_(second**-0.5)
        if chosen.clip == "per_parameter":
            most = torch.mul(root, chosen.most_deviations, out=self._most)
            torch.clamp(gradient, most.neg(), most, out=gradient)
        self._mean.lerp_(gradient, 1.0 - chosen.beta1)
        self._flat.addcdiv_(self._mean, root.add_(chosen.epsilon), value=-learning_rate / first)

    def state(self) -> dict[str, Any]:
        """All that a run needs to go on bit for bit: moments by parameter (`mean.NAME`, `square.NAME`) and counts."""
        found: dict[str, Any] = {
            "steps": self.steps,
            "skipped": self.skipped,
            "skipped_in_a_row": self.skipped_in_a_row,
        }
        for kind, flat in (("mean", self._mean), ("square", self._square)):
            found |= {f"{kind}.{name}": part.clone() for name, part in self._split(flat).items()}
        return found

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave; parameters are the network's own and no part of it.

        Raises:
            BadState: it is of a network with other parameters.
        """
        wanted = self.state()
        if set(state) != set(wanted):
            odd = min(set(state) ^ set(wanted))
            raise BadState(
                f"expected the state of an optimiser of this network; {odd} is in one of them alone"
            )
        given = {
            name: torch.as_tensor(state[name]) for name, each in wanted.items() if isinstance(each, Tensor)
        }
        for name, each in given.items():
            if each.shape != wanted[name].shape or each.dtype != wanted[name].dtype:
                raise BadState(
                    f"expected {name} of shape {tuple(wanted[name].shape)}, {wanted[name].dtype}; "
                    f"got {tuple(each.shape)}, {each.dtype}"
                )
        for kind, flat in (("mean", self._mean), ("square", self._square)):
            for name, part in self._split(flat).items():
                part.copy_(given[f"{kind}.{name}"])
        self.steps, self.skipped = int(state["steps"]), int(state["skipped"])
        self.skipped_in_a_row = int(state["skipped_in_a_row"])
