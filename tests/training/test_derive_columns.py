"""The files of columns: the newest one is what is derived, so that no change of the contract changes what networks read."""

from __future__ import annotations

import pytest

from arena.games.moba.fields import BLOCKS, Block
from arena.games.moba.versions import VERSIONS, contract_of
from training.columns import FOLDER
from training.derive_columns import derive, format_columns


def blocks_of(version: int) -> list[Block]:
    """An older version's blocks are the first of the newest."""
    left, found = len(contract_of(version).columns), []
    for block in BLOCKS:
        if left:
            found.append(block)
            left -= block.size
    assert left == 0
    return found


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_s_file_is_as_it_was_derived(version: int) -> None:
    """If this fails for the newest: the contract was changed without a new version, or there is a new one.

    In the second case run `python -m training.derive_columns`. A file is never written again.
    """
    text = format_columns(derive(blocks_of(version), contract_of(version)))
    assert (FOLDER / f"{version}.json").read_text(encoding="utf-8") == text


def test_there_is_a_file_for_each_version_and_no_other() -> None:
    assert sorted(int(path.stem) for path in FOLDER.iterdir()) == list(VERSIONS)
