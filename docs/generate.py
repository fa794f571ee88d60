"""Write the generated pages again: `python -m docs.generate`, or `make docs`."""

from __future__ import annotations

from pathlib import Path

from arena.games.moba import contract_page
from arena.games.moba.map_picture import write_pictures
from docs.balance_page import balance_page, write_balance_pictures
from docs.commands_page import commands_page
from docs.decisions_page import decisions_page
from docs.game_page import game_page
from docs.heroes_page import heroes_page
from docs.items_page import items_page
from docs.report_page import report_page
from docs.store_page import store_page
from docs.training_page import training_page

HERE = Path(__file__).parent


def main() -> None:
    """Write each generated page; what each comes from is said at its top."""
    (HERE / "balance.md").write_text(balance_page(), encoding="utf-8")
    (HERE / "commands.md").write_text(commands_page(), encoding="utf-8")
    contract_page.main()
    (HERE / "decisions" / "index.md").write_text(decisions_page(), encoding="utf-8")
    (HERE / "game.md").write_text(game_page(), encoding="utf-8")
    (HERE / "heroes.md").write_text(heroes_page(), encoding="utf-8")
    (HERE / "items.md").write_text(items_page(), encoding="utf-8")
    (HERE / "report.md").write_text(report_page(), encoding="utf-8")
    (HERE / "store.md").write_text(store_page(), encoding="utf-8")
    (HERE / "training-settings.md").write_text(training_page(), encoding="utf-8")
    write_pictures(HERE / "pictures")
    write_balance_pictures(HERE / "pictures")


if __name__ == "__main__":
    main()
