#include "harness/json/document.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

std::string complaint(const std::string& text) {
    try {
        parseJson("a.json", text);
    } catch (const HarnessError& e) {
        EXPECT_EQ(e.exitCode, kExitUsage);
        return e.what();
    }
    return "accepted";
}

TEST(JsonDocumentTest, KnowsWhereEachValueStands) {
    const JsonDocument d =
        parseJson("a.json", "{\n  // said: \"x\": 1\n  \"list\": [1,\n    {\"key/~\": \"v\"}],\n  \"last\" : true }");
    EXPECT_EQ(d.placeOf("").line, 1u);
    EXPECT_EQ(d.placeOf("/list").line, 3u);
    EXPECT_EQ(d.placeOf("/list").column, 11u);
    EXPECT_EQ(d.placeOf("/list/1").line, 4u);
    EXPECT_EQ(d.placeOf("/list/1").column, 5u);
    EXPECT_EQ(d.placeOf("/list/1/key~1~0").column, 15u);
    EXPECT_EQ(d.placeOf("/last").line, 5u);
    EXPECT_EQ(d.value["list"][1]["key/~"], "v");
}

TEST(JsonDocumentTest, TheColumnCountsCharactersNotBytes) {
    const JsonDocument d = parseJson("a.json", "{\"곰\": 1, \"b\": 2}");
    EXPECT_EQ(d.placeOf("/b").column, 15u);
}

TEST(JsonDocumentTest, AValueThatIsNotInTheFileIsPlacedAtItsParent) {
    const JsonDocument d = parseJson("a.json", "{\n\"a\": {}}");
    EXPECT_EQ(d.placeOf("/a/b/c").line, 2u);
}

TEST(JsonDocumentTest, ASyntaxErrorNamesLineAndColumn) {
    EXPECT_EQ(complaint("{\n  \"a\": 1,\n  \"b\" 2\n}").substr(0, 13), "a.json:3:7: n");
    EXPECT_NE(complaint("").find("a.json:1:1: not valid JSON"), std::string::npos) << complaint("");
    EXPECT_NE(complaint("{\"a\": 1").find("unexpected end of input"), std::string::npos);
}

TEST(JsonDocumentTest, AKeyThatStandsTwiceIsAnError) {
    EXPECT_EQ(complaint("{\"a\": 1,\n \"a\": 2}"), "a.json:2:2: /a: this key stands twice; keep one of them");
}

TEST(JsonDocumentTest, NestingHasALimit) {
    EXPECT_EQ(complaint(std::string(60, '[') + std::string(60, ']')), "accepted");
    EXPECT_NE(complaint(std::string(100'000, '[') + std::string(100'000, ']')).find("nested deeper than 64"),
              std::string::npos);
}

} // namespace
} // namespace rigproof
