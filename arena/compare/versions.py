"""Two versions of the rules: where their code and data lie, and how matches are played under them."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arena
from arena.errors import OtherVersion
from arena.executor import ONE_THREAD
from arena.games.cache import cache_dir
from arena.games.moba.paths import VARIABLE

DRIVER = Path(__file__).with_name("driver.py")


@dataclass(frozen=True)
class Version:
    """A version of palaestra that can play."""

    label: str
    root: Path
    """The folder that holds `arena`."""
    data: Path | None = None
    """Another folder of the game's data; None for the version's own."""


def present() -> Version:
    """The version that runs."""
    return Version("present", Path(arena.__file__).resolve().parents[1], _given())


def at_path(path: Path) -> Version:
    """A checkout or an installed copy.

    Raises:
        OtherVersion: the folder holds no `arena`.
    """
    if not (path / "arena/games/moba").is_dir():
        raise OtherVersion(
            f"expected a folder with arena/ in it, another copy of palaestra, got {path}: check --other"
        )
    return Version(str(path), path.resolve())


def with_data(folder: Path) -> Version:
    """The version that runs, with the game's data from another folder.

    Raises:
        OtherVersion: the folder holds no data of the game.
    """
    if not (folder / "variants.toml").is_file():
        own = present().root / "arena/games/moba/data"
        raise OtherVersion(f"expected a copy of {own}, with its variants.toml, got {folder}: check --data")
    return Version(f"data {folder}", present().root, folder.resolve())


def at_revision(revision: str) -> Version:
    """A revision of the repository that the running version is in, exported to the cache folder.

    It stays there, since machine code is kept by the place of its source: a second comparison with it starts at once.

    Raises:
        OtherVersion: there is no repository, or no such revision.
    """
    commit = _git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}", revision=revision)
    folder = cache_dir() / "revisions" / commit.decode().strip()
    if not folder.exists():
        content = _git("archive", "--format=tar", folder.name, "arena", revision=revision)
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as half:
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                archive.extractall(Path(half) / "made", filter="data")
            with suppress(OSError):  # another process was as quick
                (Path(half) / "made").rename(folder)
    return Version(f"revision {revision}", folder)


def _git(*arguments: str, revision: str) -> bytes:
    root, git = present().root, shutil.which("git")
    if git is None:
        raise OtherVersion("expected git to export a revision, found none: install it, or use --other")
    run = subprocess.run([git, "-C", str(root), *arguments], capture_output=True, check=False)
    if run.returncode:
        said = " ".join(run.stderr.decode(errors="replace").split())
        raise OtherVersion(
            f"cannot export revision {revision!r} of {root} ({said}): check --revision, or use --other"
        )
    return run.stdout


def run_all(tasks: Sequence[tuple[Version, Mapping[str, Any]]]) -> list[Any]:
    """What the driver answers to each task, each in a process of its own, all at once.

    Raises:
        OtherVersion: one of them failed; the others are stopped.
    """
    with tempfile.TemporaryDirectory(prefix="palaestra-") as folder:
        running = [
            _start(version, task, Path(folder) / str(place)) for place, (version, task) in enumerate(tasks)
        ]
        try:
            for (version, _), (process, _) in zip(tasks, running, strict=True):
                _, said = process.communicate()
                if process.returncode:
                    raise OtherVersion(
                        f"{version.label} cannot play this: {_last_line(said, process.returncode)}"
                    )
        finally:
            for process, _ in running:
                process.kill()
                process.wait()
        return [json.loads(result.read_text(encoding="utf-8")) for _, result in running]


def _start(version: Version, task: Mapping[str, Any], at: Path) -> tuple[subprocess.Popen[str], Path]:
    asked, result = at.with_suffix(".task"), at.with_suffix(".result")
    asked.write_text(json.dumps({**task, "root": str(version.root)}), encoding="utf-8")
    settings = {name: value for name, value in os.environ.items() if name != VARIABLE} | ONE_THREAD
    if version.data is not None:
        settings[VARIABLE] = str(version.data)
    command = [sys.executable, str(DRIVER), str(asked), str(result)]
    process = subprocess.Popen(
        command,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    return process, result


def _last_line(said: str, code: int) -> str:
    lines = [line for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else f"its process ended with code {code}"


def _given() -> Path | None:
    named = os.environ.get(VARIABLE)
    return Path(named).resolve() if named else None
