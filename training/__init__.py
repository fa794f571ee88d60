"""The self-play trainer: networks, learning, opponents, checkpoints.

Nothing here is imported by the folders above: a tournament of bots never loads torch.
"""
