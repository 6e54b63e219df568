#include "harness/compare/png.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "harness/files.h"
#include "tests/harness/compare/pictures.h"

namespace rigproof {
namespace {

// Small files of kinds that our writer does not make, put together by hand from the chunks' definitions.
constexpr std::string_view kGrey16 =
    "89504e470d0a1a0a0000000d49484452000000030000000110000000006e1b972b0000000f4944415478da63606060f8dff0"
    "1f000503027f38d55a560000000049454e44ae426082";
constexpr std::string_view kPalette4 =
    "89504e470d0a1a0a0000000d49484452000000030000000204030000006f5a7b2900000009504c5445ff000000ff000000ff"
    "2d4acd8a0000000274524e53ff80080fb36a0000000e4944415478da636054605064000000cd00437a58dbad000000004945"
    "4e44ae426082";
constexpr std::string_view kGrey2 =
    "89504e470d0a1a0a0000000d494844520000000400000001020000000096e748b00000000a4944415478da63900600001d00"
    "1c237c8fac0000000049454e44ae426082";
constexpr std::string_view kGreyAlpha8 =
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da63f055040000be"
    "006f02cf108a0000000049454e44ae426082";
constexpr std::string_view kColourKey =
    "89504e470d0a1a0a0000000d49484452000000020000000108020000007b40e8dd0000000674524e53000100020003c94bab"
    "f50000000f4944415478da636064626661650300003f001698c168130000000049454e44ae426082";
constexpr std::string_view kInterlaced =
    "89504e470d0a1a0a0000000d4948445200000005000000050802000001750a8124000000384944415478da15893111003010"
    "c2d8e2074d684213b2fa1db810908476d1d850aee6a890b0208bdee8d06fa3ff36363135f37971496959791ac2143829fa36"
    "2a0000000049454e44ae426082";
// RGB, Sub and Paeth rows, the pixels cut into chunks of four bytes.
constexpr std::string_view kManyChunks =
    "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a73000000044944415478da63e42d01c19700"
    "00000449444154129163659fea07670000000449444154656561649efe165a000000044944415464646262e5ceedfe000000"
    "044944415402000396726b4a3e0000000249444154005af74505500000000049454e44ae426082";

std::string fromHex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

Image decodeHex(std::string_view hex) {
    return decodePng(fromHex(hex), "sample.png");
}

using Bytes = std::vector<std::uint8_t>;

/// The message of the error, empty when there is none.
std::string refusalOf(std::string_view bytes) {
    try {
        decodePng(bytes, "some/file.png");
    } catch (const HarnessError& e) {
        EXPECT_EQ(e.exitCode, kExitUsage);
        return e.what();
    }
    return {};
}

bool mentions(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(PngTest, RoundsSixteenBitSamples) {
    EXPECT_EQ(decodeHex(kGrey16).rgba, (Bytes{0, 0, 0, 255, 1, 1, 1, 255, 128, 128, 128, 255}));
}

TEST(PngTest, LooksUpPalettesWithTheirTransparency) {
    const Bytes red{255, 0, 0, 255}, green{0, 255, 0, 128}, blue{0, 0, 255, 255};
    Bytes expected;
    for (const Bytes* c : {&red, &green, &blue, &blue, &green, &red})
        expected.insert(expected.end(), c->begin(), c->end());
    EXPECT_EQ(decodeHex(kPalette4).rgba, expected);
}

TEST(PngTest, SpreadsGreyOfFewBits) {
    EXPECT_EQ(decodeHex(kGrey2).rgba, (Bytes{0, 0, 0, 255, 85, 85, 85, 255, 170, 170, 170, 255, 255, 255, 255, 255}));
    EXPECT_EQ(decodeHex(kGreyAlpha8).rgba, (Bytes{77, 77, 77, 33}));
}

TEST(PngTest, MakesTheColourKeyTransparent) {
    EXPECT_EQ(decodeHex(kColourKey).rgba, (Bytes{1, 2, 3, 0, 4, 5, 6, 255}));
}

TEST(PngTest, UndoesInterlacing) {
    const Image image = decodeHex(kInterlaced);
    ASSERT_EQ(image.width, 5);
    ASSERT_EQ(image.height, 5);
    for (int y = 0; y < 5; ++y) {
        for (int x = 0; x < 5; ++x) {
            const std::uint8_t* p = image.pixel(x, y);
            EXPECT_EQ(Bytes(p, p + 4),
                      (Bytes{static_cast<std::uint8_t>(50 * x), static_cast<std::uint8_t>(50 * y), 7, 255}));
        }
    }
}

TEST(PngTest, JoinsPixelsThatComeInManyChunks) {
    // row 0, Sub: (10 20 30), + (5 5 5). Row 1, Paeth: the guess is the pixel above, then
    // left + up - upLeft = (16 26 36), to which up = (15 25 35) is the nearest.
    EXPECT_EQ(decodeHex(kManyChunks).rgba, (Bytes{10, 20, 30, 255, 15, 25, 35, 255, 11, 21, 31, 255, 17, 27, 37, 255}));
}

TEST(PngTest, ReadsBackWhatItWroteWhateverTheKindOfPicture) {
    std::vector<Image> pictures;
    pictures.push_back(test::studioPicture(97, 60));   // true colour
    pictures.push_back(test::filled(1, 1, {1, 2, 3})); // palettes of one, two, four, sixteen, 256 colours
    for (const int colors : {2, 4, 16, 256, 257}) {
        Image& image = pictures.emplace_back(test::filled(33, 19, {0, 0, 0}));
        for (int i = 0; i < 33 * 19; ++i) {
            const int c = (i * 7) % colors;
            test::put(image, i % 33, i / 33, {c % 256, 255 - c % 200, c / 256 * 99});
        }
    }
    Image& translucent = pictures.emplace_back(test::studioPicture(31, 17));
    for (int i = 0; i < 17; ++i)
        translucent.pixel(i, i)[3] = static_cast<std::uint8_t>(i * 15);
    Image& noisy = pictures.emplace_back(test::studioPicture(64, 64));
    test::addNoise(noisy, 5, 100);

    for (const Image& picture : pictures) {
        for (const PngEffort effort : {PngEffort::kFast, PngEffort::kSmallest}) {
            const std::string bytes = encodePng(picture, effort, {{"Software", "rigproof"}});
            EXPECT_EQ(decodePng(bytes, "x.png"), picture) << picture.width << " x " << picture.height;
            EXPECT_EQ(encodePng(picture, effort, {{"Software", "rigproof"}}), bytes);
            EXPECT_TRUE(mentions(bytes, std::string("Software\0rigproof", 17)));
        }
    }
}

TEST(PngTest, GoldenPicturesOfTheUsualSizeStaySmall) {
    const Image picture = test::studioPicture(640, 400);
    const std::size_t smallest = encodePng(picture, PngEffort::kSmallest).size();
    EXPECT_LT(smallest, 30'000u);
    EXPECT_LT(smallest, encodePng(picture, PngEffort::kFast).size());
}

TEST(PngTest, EveryCutOffFileIsRefusedByName) {
    const std::string whole = encodePng(test::studioPicture(20, 20), PngEffort::kSmallest);
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const std::string why = refusalOf(whole.substr(0, n));
        EXPECT_TRUE(why.starts_with("some/file.png: ")) << n << " of " << whole.size() << " bytes: " << why;
    }
}

TEST(PngTest, EveryFlippedBitIsRefusedOrHarmless) {
    const Image picture = test::studioPicture(16, 16);
    const std::string whole = encodePng(picture, PngEffort::kFast);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        EXPECT_NE(refusalOf(damaged), "") << "byte " << i << " of " << whole.size();
    }
}

TEST(PngTest, SaysWhatIsWrongWithOtherFiles) {
    EXPECT_TRUE(mentions(refusalOf(""), "is empty"));
    EXPECT_TRUE(mentions(refusalOf("GIF89a, not a PNG at all"), "damaged or no PNG"));
}

TEST(PngTest, RefusesHugeAndLyingHeadersBeforeTakingMemoryForThem) {
    std::string bytes = encodePng(test::filled(8, 8, {1, 2, 3}), PngEffort::kFast);
    const auto withSize = [&bytes](std::string_view widthAndHeight, std::string_view checksum) {
        std::string changed = bytes;
        changed.replace(16, 8, widthAndHeight);
        changed.replace(29, 4, checksum);
        return changed;
    };
    const std::string kWide =
        withSize(std::string_view("\x00\x00\x40\x01\x00\x00\x00\x08", 8), std::string_view("\xd4\x9c\x1e\xed", 4));
    const std::string kLying =
        withSize(std::string_view("\x00\x00\x3e\x80\x00\x00\x3e\x80", 8), std::string_view("\x7b\xb0\x4d\x9d", 4));
    EXPECT_TRUE(mentions(refusalOf(kWide), "is 16385 x 8 pixels; at most 16384 a side are read")) << refusalOf(kWide);
    EXPECT_TRUE(mentions(refusalOf(kLying), "is truncated")) << refusalOf(kLying);
}

TEST(PngTest, WritesAtomicallyAndReadsFromDisk) {
    const auto folder = std::filesystem::temp_directory_path() / "rigproof-png-test";
    std::filesystem::remove_all(folder);
    const Image picture = test::studioPicture(50, 40);
    writePng(folder / "deep" / "p.png", picture, PngEffort::kFast);
    EXPECT_EQ(readPng(folder / "deep" / "p.png"), picture);
    const auto entries = std::filesystem::directory_iterator(folder / "deep");
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
    EXPECT_THROW(readPng(folder / "absent.png"), HarnessError);
    std::filesystem::remove_all(folder);
}

TEST(PngTest, RefusesToWriteWhatIsNoPicture) {
    EXPECT_THROW(encodePng(Image(), PngEffort::kFast), HarnessError);
    Image wrong(4, 4);
    wrong.rgba.pop_back();
    EXPECT_THROW(encodePng(wrong, PngEffort::kFast), HarnessError);
    EXPECT_THROW(encodePng(Image(1, 1), PngEffort::kFast, {{"", "text"}}), HarnessError);
}

} // namespace
} // namespace rigproof
