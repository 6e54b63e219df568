#include <iostream>

#include "harness/cli/commands.h"
#include "harness/files.h"
#include "harness/scenario.h"

namespace rigproof {

int validateCommand(const ValidateOptions& options) {
    int code = kExitAllWell;
    for (const std::string& file : options.files) {
        // Every file gets its say: one that is wrong does not hide the next.
        try {
            const std::vector<Scenario> scenarios = loadScenario(file);
            if (options.print) {
                std::cout << explainScenario(file);
            } else {
                std::cout << file << ": valid";
                if (scenarios.size() > 1) std::cout << ", " << scenarios.size() << " scenarios";
                std::cout << '\n';
            }
        } catch (const HarnessError& e) {
            std::cerr << e.what() << '\n';
            code = e.exitCode;
        }
    }
    return code;
}

} // namespace rigproof
