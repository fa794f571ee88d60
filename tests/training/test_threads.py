from __future__ import annotations

import torch

from training.threads import one_thread


def test_one_thread_of_torch_is_in_use_while_it_thinks_and_no_setting_is_left_changed() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
