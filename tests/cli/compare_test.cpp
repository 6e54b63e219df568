#include <nlohmann/json.hpp>

#include "harness/compare/png.h"
#include "tests/cli/program.h"

namespace rigproof {
namespace {

class CompareCommandTest : public ProgramTest {
  protected:
    void picture(const std::string& name, std::uint8_t dot) const {
        Image image(64, 48);
        for (std::size_t i = 0; i < image.rgba.size(); ++i)
            image.rgba[i] = i % 4 == 3 ? 255 : 120;
        for (int y = 20; y < 30; ++y) {
            for (int x = 20; x < 30; ++x)
                image.pixel(x, y)[0] = dot;
        }
        writePng(folder_ / name, image, PngEffort::kFast);
    }
};

TEST_F(CompareCommandTest, SaysWhetherAndHowTwoPicturesDiffer) {
    picture("a.png", 120);
    picture("b.png", 250);
    EXPECT_EQ(rigproof({"compare", "a.png", "a.png"}).out, "pass: identical\n");
    const Outcome differ = rigproof({"compare", "a.png", "b.png", "-o", "diff.png", "--json"});
    EXPECT_EQ(differ.exitCode, 1) << differ.err;
    const auto numbers = nlohmann::json::parse(differ.out);
    EXPECT_EQ(numbers["verdict"], "fail");
    EXPECT_EQ(numbers["pixels_different"], 100);
    EXPECT_EQ(readPng(folder_ / "diff.png").width, 64);
}

TEST_F(CompareCommandTest, AFileThatIsNoPictureIsWrongInput) {
    picture("a.png", 120);
    write("b.png", "text");
    const Outcome o = rigproof({"compare", "a.png", "b.png"});
    EXPECT_EQ(o.exitCode, 2);
    EXPECT_EQ(o.err.find("b.png: "), 0u) << o.err;
}

} // namespace
} // namespace rigproof
