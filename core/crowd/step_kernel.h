#pragma once

#include <cstddef>

#include "core/crowd/crowd.h"
#include "core/crowd/step_constants.h"

namespace rigproof::crowd {

/// Moves people begin..end (multiples of Crowd::kBlock) with the widest vectors that this processor has.
void stepBlocks(Crowd& crowd, const StepNumbers& numbers, std::size_t begin, std::size_t end);

} // namespace rigproof::crowd
