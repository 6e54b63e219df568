#include <cstdio>
#include <vector>

#include "core/ik/fabrik.h"

int main() {
    const std::vector<float> lengths(4, 0.5f);
    std::vector<rigproof::vec3> joints{{0, 0, 0}, {0, 0.5f, 0}, {0, 1, 0}, {0, 1.5f, 0}, {0, 2, 0}};
    rigproof::FabrikResult result;
    for (int frame = 0; frame < 30; ++frame)
        result = rigproof::solveFabrik({.target = {1.0f, 1.0f, 0.5f}}, lengths, joints);
    std::puts(result.reached ? "reached" : "missed");
}
