// The program `rigproof_bench`: Google Benchmark's own main, plus what `rigproof bench` has to know about the build,
// plus the one measurement that needs a process of its own (see first_make.h).
#include <string_view>

#include <benchmark/benchmark.h>

#include "bench/first_make.h"

namespace {

/// "optimised", or why times of this build mean nothing.
const char* buildKind() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return "sanitizer";
#elif !defined(NDEBUG)
    return "debug";
#elif !defined(__OPTIMIZE__)
    return "unoptimised";
#else
    return "optimised";
#endif
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == rigproof::kFirstMakeOption) return rigproof::printFirstMake();
    benchmark::AddCustomContext("rigproof_build", buildKind());
    benchmark::AddCustomContext("rigproof_compiler", RIGPROOF_COMPILER);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
