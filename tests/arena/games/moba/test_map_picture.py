"""The pictures in the documentation are those the code draws, and show what the map holds."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from arena.games.moba.map_picture import map_svg
from arena.games.moba.maps import NAMES, load

PICTURES = Path(__file__).parents[4] / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
WALL, WEST, EAST, CAMP = "#5b6454", "#1f6f8b", "#b5482f", "#4d7a2a"


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_picture_is_the_one_the_data_give(name: str) -> None:
    drawn = (PICTURES / f"map-{name}.svg").read_text(encoding="utf-8")
    assert drawn == map_svg(load(name)), "run: python -m arena.games.moba.map_picture docs/pictures"


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_holds_every_wall_and_every_unit(name: str) -> None:
    game_map, tree = load(name), ET.fromstring(map_svg(load(name)))
    cells, *_ = tree.findall(f"{SVG}g")
    side = 720 / game_map.n
    area = sum(float(bar.get("width", 0)) for bar in cells if bar.get("fill") == WALL) * side
    assert area == pytest.approx(game_map.walls.sum() * side**2, rel=1e-3)
    for colour in (WEST, EAST):
        towers = [dot for dot in tree.findall(f"{SVG}circle") if dot.get("fill") == colour]
        assert len(towers) == 11, "nine of the lanes and two of the base"
        assert len([bar for bar in tree.findall(f"{SVG}rect") if bar.get("fill") == colour]) == 3
    camps = [dot for dot in tree.findall(f"{SVG}circle") if dot.get("fill") == CAMP]
    radii = sorted(float(dot.get("r", 0)) for dot in camps)
    assert radii == [6.5] * 4 + [8.5] * 4 + [10.5] * 4


def test_west_is_in_the_lower_left() -> None:
    tree = ET.fromstring(map_svg(load("full")))
    towers = [dot for dot in tree.findall(f"{SVG}circle") if dot.get("fill") == WEST]
    middle = np.mean([(float(dot.get("cx", 0)), float(dot.get("cy", 0))) for dot in towers], axis=0)
    assert middle[0] < 24 + 360
    assert middle[1] > 24 + 360


def run_module(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena.games.moba.map_picture", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_module_writes_the_pictures(tmp_path: Path) -> None:
    assert run_module(str(tmp_path)).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map-blitz.svg", "map-full.svg"]


def test_the_module_asks_for_a_folder_that_exists(tmp_path: Path) -> None:
    done = run_module(str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert done.stderr.startswith("expected one existing folder")
    assert done.stderr.count("\n") == 1
