"""The observation and action contract: sizes and places, shared by all that reads or writes them.

An observation is the half-turn image for east, so that one network plays both sides. An action is four
numbers: kind, target slot, offset, aim. Slots are nearest first within their class; see docs/contract.md,
which is generated.
"""

from __future__ import annotations

from arena.games.moba.layout import ABILITIES, ACTIVE_ITEMS, KINDS

CONTRACT_VERSION = 2

# Target slots, class by class.
ALLIES, ENEMIES, ENEMY_CREEPS, OWN_CREEPS, ENEMY_STRUCTURES, OWN_STRUCTURES = 4, 5, 12, 8, 4, 4
ALLY_SLOT = 0
ENEMY_SLOT = ALLY_SLOT + ALLIES
ENEMY_CREEP_SLOT = ENEMY_SLOT + ENEMIES
OWN_CREEP_SLOT = ENEMY_CREEP_SLOT + ENEMY_CREEPS
ENEMY_STRUCTURE_SLOT = OWN_CREEP_SLOT + OWN_CREEPS
OWN_STRUCTURE_SLOT = ENEMY_STRUCTURE_SLOT + ENEMY_STRUCTURES
SELF_TARGET = OWN_STRUCTURE_SLOT + OWN_STRUCTURES  # the hero itself, for abilities meant for allies
NEUTRALS_SEEN = 6
NEUTRAL_SLOT = SELF_TARGET + 1  # after what version 1 had, so that its slots keep their numbers
COURIER_SLOT = NEUTRAL_SLOT + NEUTRALS_SEEN  # the enemy's
TARGETS = COURIER_SLOT + 1
MISSILE_SLOTS = 7

# Offsets: a 9 x 9 grid of 100 units round the hero, row by row from the own frame's south-west; 40 is the middle.
GRID = 9
GRID_STEP = 100.0
OFFSETS = GRID * GRID

# Aims of abilities that want a point or direction: 0 at the target slot, 1-16 the compass at full range,
# counter-clockwise from the own frame's east.
COMPASS = 16
AIMS = COMPASS + 1

ACTION_RANGES = (KINDS, TARGETS, OFFSETS, AIMS)

# The mask: legal kinds, then for the attack and each ability its legal targets, then for each item in use.
ATTACK_MASK = KINDS
ABILITY_MASK = ATTACK_MASK + TARGETS
ITEM_MASK = ABILITY_MASK + ABILITIES * TARGETS
MASK_SIZE = ITEM_MASK + ACTIVE_ITEMS * TARGETS

CREEP_RANGE = 1600.0  # creeps further away fill no slot
NEUTRAL_RANGE = 1600.0
STRUCTURE_RANGE = 4000.0
