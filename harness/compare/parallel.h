#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace rigproof {

/// How many threads `threads` asks for: 0 is one for each processor.
inline unsigned threadCount(unsigned threads) {
    return threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

/// Calls work(index) once for each of 0..count-1 from up to `threads` threads (0: one for each processor), in no
/// particular order; each index must write only what is its own. Returns when all are done. `work` must not throw.
template <typename Work>
void parallelFor(std::size_t count, unsigned threads, const Work& work) {
    const std::size_t workers = std::min<std::size_t>(threadCount(threads), count);
    if (workers <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            work(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    const auto pull = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> others;
    others.reserve(workers - 1);
    for (std::size_t t = 1; t < workers; ++t)
        others.emplace_back(pull);
    pull();
}

} // namespace rigproof
