#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/report/results.h"

// Makes a failing scenario smaller for as long as it goes on failing in the same way, by trying: drop it, halve it, put
// it to its least. The idea is that of delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", 2002), with steps that know what a scenario is made of.
//
//     const auto complaint = findComplaint(resultWithGoldens, resultWithoutGoldens);
//     const Shrunk small = shrink(wholeScenario(file, name), reachOf(*complaint), [&](const std::string& text) {
//         return complainsAgain(*complaint, runInWorker(text));
//     });

namespace rigproof {

/// What "in the same way" means: the verdict, and one reason apart from the numbers in it. Of several reasons it is the
/// first that needs no golden, or else the first.
struct Complaint {
    Verdict verdict = Verdict::kFail;
    std::string reason;       ///< as the run gave it
    bool needsGolden = false; ///< only a golden shows that it fails: a picture, or a number held against its golden
};

/// From the results of one scenario with its goldens and with none at all; nothing when neither fails. That a golden is
/// missing is no failure here.
std::optional<Complaint> findComplaint(const ScenarioResult& withGoldens, const ScenarioResult& withoutGoldens);

bool complainsAgain(const Complaint& complaint, const ScenarioResult& result);

/// The reason with "#" for every number that stands by itself; the digits of names ("t2") stay.
std::string withoutNumbers(const std::string& reason);

enum class ShrinkReach : std::uint8_t {
    kEverything, ///< captures, expectations, picture, time and the scene's parameters
    kCaptures,   ///< only which captures are taken: a golden fits nothing else
};
inline ShrinkReach reachOf(const Complaint& complaint) {
    return complaint.needsGolden ? ShrinkReach::kCaptures : ShrinkReach::kEverything;
}

struct Shrunk {
    std::string text; ///< of the scenario, without the values that are defaults
    int tries = 0;    ///< how often stillFails was asked
};

/// `whole` is a scenario with its defaults (wholeScenario), which is known to fail. Whole-number parameters go towards
/// the least that the schema allows, all others to their defaults; the pictures to 16 x 16 and the times to 0. Stops
/// when no step helps any more or after `mostTries`. The same answers give the same scenario.
/// `told` hears of each step that helped: "people 5000 -> 1".
Shrunk shrink(const std::string& whole, ShrinkReach reach, const std::function<bool(const std::string&)>& stillFails,
              int mostTries = 200, const std::function<void(const std::string&)>& told = {});

} // namespace rigproof
