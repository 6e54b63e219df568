#include "render/egl_context.h"

#include <gtest/gtest.h>

#include "render/driver.h"
#include "tests/render/test_renderer.h"

using namespace rigproof;

TEST(DeviceChoiceTest, ReadsAutoSoftwareAndAnIndex) {
    EXPECT_EQ(parseDeviceChoice("auto")->kind, DeviceChoice::Kind::kAuto);
    EXPECT_EQ(parseDeviceChoice("software")->kind, DeviceChoice::Kind::kSoftware);
    EXPECT_EQ(parseDeviceChoice("3")->index, 3);
    for (const char* wrong : {"", "-1", "1x", "gpu", "99999999999"})
        EXPECT_FALSE(parseDeviceChoice(wrong)) << wrong;
}

TEST(EglContextTest, SaysHowManyDevicesThereAreWhenAnIndexIsTooLarge) {
    std::string error;
    EXPECT_EQ(EglContext::create({DeviceChoice::Kind::kIndex, 1000}, error), nullptr);
    EXPECT_NE(error.find("1000"), std::string::npos);
    EXPECT_NE(error.find(std::to_string(listDevices().size()) + " found"), std::string::npos) << error;
}

using EglContextDrawingTest = demo::DrawingTest;

TEST_F(EglContextDrawingTest, EveryListedDeviceHasItsIndex) {
    const std::vector<DeviceDescription> devices = listDevices();
    for (std::size_t i = 0; i < devices.size(); ++i)
        EXPECT_EQ(devices[i].index, static_cast<int>(i));
}

TEST_F(EglContextDrawingTest, AContextOutlivesAnotherOnTheSameDisplay) {
    std::string error;
    auto first = EglContext::create({}, error);
    ASSERT_NE(first, nullptr) << error;
    EglContext::create({}, error).reset();
    EXPECT_TRUE(first->makeCurrent(error)) << error;
    EXPECT_FALSE(describeCurrentDriver(first->platform()).renderer.empty());
}

TEST(DriverTest, FindsRasteriserMesaAndLlvmInTheStringsOfEachDriver) {
    const auto parsed = [](const char* renderer, const char* version) {
        DriverDescription d;
        d.renderer = renderer;
        d.version = version;
        parseDriver(d);
        return d.rasteriser + "/" + d.mesaVersion + "/" + d.llvmVersion;
    };
    EXPECT_EQ(parsed("llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6"), "llvmpipe/22.3.6/15.0.6");
    EXPECT_EQ(parsed("softpipe", "OpenGL ES 3.1 Mesa 22.3.6"), "softpipe/22.3.6/");
    EXPECT_EQ(parsed("zink (llvmpipe (LLVM 15.0.6, 256 bits))", "OpenGL ES 3.2 Mesa 22.3.6"), "zink/22.3.6/15.0.6");
    EXPECT_EQ(parsed("NVIDIA H200/PCIe/SSE2", "OpenGL ES 3.2 NVIDIA 550.1"), "NVIDIA//");
    EXPECT_EQ(parsed("", ""), "unknown//");
}
