#include "harness/json/schema.h"

#include <gtest/gtest.h>

namespace rigproof {
namespace {

using nlohmann::json;

const char* const kText = R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object", "additionalProperties": false, "required": ["kind"],
  "properties": {
    "kind": {"enum": ["bear", "tentacle"]},
    "joints": {"type": "integer", "minimum": 3, "maximum": 24, "default": 12},
    "angle": {"type": "number", "exclusiveMinimum": 0},
    "size": {"anyOf": [{"enum": ["small"]}, {"$ref": "#/definitions/box"}], "default": "small"},
    "list": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/box"}},
    "part": {"$ref": "#/definitions/box", "default": {"width": 4}}
  },
  "definitions": {
    "box": {"type": "object", "additionalProperties": false, "required": ["width"],
            "properties": {"width": {"type": "integer", "minimum": 1}, "deep": {"type": "boolean", "default": true}}}
  }
})";

std::string complaint(const json& value) {
    const auto problem = Schema(kText).check(value);
    return problem ? problem->pointer + ": " + problem->text : "valid";
}

TEST(SchemaTest, SaysWhatIsWrongAndWhatWouldBeRight) {
    EXPECT_EQ(complaint({{"kind", "bear"}}), "valid");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"joints", 99}}), "/joints: is 99; a whole number 3..24 is wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"joints", 3.5}}), "/joints: is 3.5; a whole number 3..24 is wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"joints", "3"}}), "/joints: is \"3\"; a whole number 3..24 is wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"angle", 0}}), "/angle: is 0; a number above 0 is wanted");
    EXPECT_EQ(complaint(json::object()), ": \"kind\" is missing (one of \"bear\", \"tentacle\")");
    EXPECT_EQ(complaint(json::array()), ": is a list; an object with kind is wanted");
}

TEST(SchemaTest, GuessesWhatAMisspelledWordMeans) {
    EXPECT_EQ(complaint({{"kind", "baer"}}),
              "/kind: is \"baer\"; one of \"bear\", \"tentacle\" is wanted (did you mean \"bear\"?)");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"jionts", 4}}), "/jionts: unknown key; did you mean \"joints\"?");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"wholly_different", 4}}),
              "/wholly_different: unknown key; known here: angle, joints, kind, list, part, size");
}

TEST(SchemaTest, FollowsReferencesAndChoices) {
    EXPECT_EQ(complaint({{"kind", "bear"}, {"size", {{"width", 0}}}}),
              "/size/width: is 0; a whole number of at least 1 is wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"size", 5}}), "/size: is 5; \"small\" or an object with width is wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"list", json::array()}}), "/list: has 0 entries; 1 or more are wanted");
    EXPECT_EQ(complaint({{"kind", "bear"}, {"list", {{{"width", 1}}, {{"wdith", 1}}}}}),
              "/list/1/wdith: unknown key; did you mean \"width\"?");
}

TEST(SchemaTest, FillsInDefaultsAtEveryDepth) {
    json value = {{"kind", "bear"}, {"list", {{{"width", 1}}}}, {"joints", 5}};
    Schema(kText).addDefaults(value);
    EXPECT_EQ(value, json({{"kind", "bear"},
                           {"joints", 5},
                           {"size", "small"},
                           {"part", {{"width", 4}, {"deep", true}}},
                           {"list", {{{"width", 1}, {"deep", true}}}}}));
}

TEST(SchemaTest, DidYouMeanKeepsStillWhenNothingIsNear) {
    EXPECT_EQ(didYouMean("tentacel", {"bear", "tentacle"}), "tentacle");
    EXPECT_EQ(didYouMean("zzz", {"bear", "tentacle"}), std::nullopt);
    EXPECT_EQ(didYouMean("", {"bear"}), std::nullopt);
}

} // namespace
} // namespace rigproof
