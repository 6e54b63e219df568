#include "harness/report/report_folder.h"

#include <fstream>
#include <functional>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/files.h"
#include "harness/report/base64.h"
#include "harness/report/results_json.h"
#include "harness/report/web_files.h"

namespace rigproof {
namespace fs = std::filesystem;
namespace {

class ReportFolderTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(dir_);
        fs::create_directories(dir_);
    }
    void TearDown() override { fs::remove_all(dir_); }

    /// A scenario whose one capture has the given pictures, written as files of those bytes.
    ScenarioResult scenario(const std::string& name, const std::string& actual, const std::string& golden) {
        ScenarioResult result{.name = name, .kind = "bear"};
        CaptureResult capture{.name = "c", .measure = ImageMeasure{}};
        capture.actual = name + ".actual.png";
        writeFileAtomically(dir_ / capture.actual, actual);
        if (!golden.empty()) {
            capture.golden = name + ".golden.png";
            writeFileAtomically(dir_ / capture.golden, golden);
        }
        if (actual != golden) {
            capture.measure->pixelsDifferent = 1;
            capture.verdict = result.verdict = Verdict::kFail;
        }
        result.captures.push_back(capture);
        return result;
    }

    std::size_t filesIn(const fs::path& folder) const {
        return static_cast<std::size_t>(std::distance(fs::recursive_directory_iterator(folder), {}));
    }

    const fs::path dir_ = fs::path(testing::TempDir()) / ("rigproof_report_folder_test_" + std::to_string(::getpid()));
    const fs::path report_ = dir_ / "out" / "report";
};

std::string message(const std::function<void()>& what) {
    try {
        what();
    } catch (const HarnessError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST_F(ReportFolderTest, HoldsThePageTheResultsAndThePicturesAndNothingElse) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "is", "was"));
    const RunResults placed = writeReportFolder(run, dir_, report_);
    for (const WebFile& file : webFiles())
        EXPECT_EQ(readFile(report_ / file.name), file.text);
    const CaptureResult& capture = placed.scenarios[0].captures[0];
    EXPECT_EQ(readFile(report_ / capture.actual), "is");
    EXPECT_EQ(readFile(report_ / capture.golden), "was");
    EXPECT_EQ(readResults(report_ / "report.json"), placed);
    EXPECT_EQ(readFile(report_ / "data.js"), "Rigproof.results = " + readFile(report_ / "report.json"));
    EXPECT_EQ(filesIn(report_), webFiles().size() + 2 /* results */ + 2 /* folders */ + 4 /* pictures, their pixels */);
    EXPECT_EQ(filesIn(dir_ / "out"), filesIn(report_) + 1) << "something was left beside the report";
}

TEST_F(ReportFolderTest, APassingCaptureBringsOnePictureOrNone) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "same", "same"));
    const RunResults one = writeReportFolder(run, dir_, report_);
    EXPECT_EQ(one.scenarios[0].captures[0].actual, one.scenarios[0].captures[0].golden);
    EXPECT_EQ(filesIn(report_ / "pictures"), 2u);
    const RunResults none = writeReportFolder(run, dir_, report_, {.passing = PassingPictures::kNone});
    EXPECT_EQ(none.scenarios[0].captures[0].actual, "");
    EXPECT_FALSE(fs::exists(report_ / "pictures"));
}

TEST_F(ReportFolderTest, ThousandsOfUnchangedPicturesAreLeftOutUnlessAskedFor) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "same", "same"));
    run.scenarios[0].captures.resize(kMostPassingPictures + 1, run.scenarios[0].captures[0]);
    run.scenarios.push_back(scenario("leg", "is", "was"));
    const RunResults few = writeReportFolder(run, dir_, report_);
    EXPECT_EQ(few.scenarios[0].captures[0].actual, "");
    EXPECT_NE(few.scenarios[1].captures[0].actual, "") << "what changed is left out too";
    const RunResults all = writeReportFolder(run, dir_, report_, {.passing = PassingPictures::kOne});
    EXPECT_NE(all.scenarios[0].captures[0].actual, "");
}

TEST_F(ReportFolderTest, APassingCaptureThatDiffersKeepsBothSidesBecauseDriftIsSeenThere) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "is", "was"));
    run.scenarios[0].verdict = run.scenarios[0].captures[0].verdict = Verdict::kPass;
    const RunResults placed = writeReportFolder(run, dir_, report_, {.passing = PassingPictures::kNone});
    EXPECT_EQ(readFile(report_ / placed.scenarios[0].captures[0].golden), "was");
}

TEST_F(ReportFolderTest, NamesThatWouldCollideOrLeaveTheFolderGetFilesOfTheirOwn) {
    RunResults run;
    for (const char* name : {"a[b=1]", "a b 1 ", "..", "a/b"}) {
        ScenarioResult result = scenario("plain", std::string("picture of ") + name, "was");
        result.name = name;
        writeFileAtomically(dir_ / (std::to_string(run.scenarios.size()) + ".png"), std::string("picture of ") + name);
        result.captures[0].actual = std::to_string(run.scenarios.size()) + ".png";
        run.scenarios.push_back(result);
    }
    const RunResults placed = writeReportFolder(run, dir_, report_);
    std::set<std::string> names;
    for (const ScenarioResult& result : placed.scenarios) {
        const std::string& name = result.captures[0].actual;
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_EQ(readFile(report_ / name), "picture of " + result.name);
        EXPECT_EQ(fs::relative(fs::canonical(report_ / name), fs::canonical(report_)).begin()->string(), "pictures");
    }
}

TEST_F(ReportFolderTest, AMissingPictureIsSaidInItsCaptureAndDoesNotEndTheReport) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "is", "was"));
    fs::remove(dir_ / "arm.golden.png");
    const CaptureResult capture = writeReportFolder(run, dir_, report_).scenarios[0].captures[0];
    EXPECT_EQ(capture.golden, "");
    ASSERT_EQ(capture.reasons.size(), 1u);
    EXPECT_EQ(capture.reasons[0], "the golden picture is missing: arm.golden.png");
}

TEST_F(ReportFolderTest, TheOldReportIsReplacedWhole) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "is", "was"));
    writeReportFolder(run, dir_, report_);
    run.scenarios = {scenario("leg", "is", "was")};
    writeReportFolder(run, dir_, report_);
    EXPECT_FALSE(fs::exists(report_ / "pictures" / "arm"));
    EXPECT_TRUE(fs::exists(report_ / "pictures" / "leg"));
    EXPECT_EQ(std::distance(fs::directory_iterator(report_.parent_path()), {}), 1) << "something was left beside it";
}

TEST_F(ReportFolderTest, AFolderOfSomethingElseIsLeftAlone) {
    writeFileAtomically(report_ / "holiday.jpg", "precious");
    EXPECT_NE(message([&] { writeReportFolder({}, dir_, report_); }).find("is in use by something else"),
              std::string::npos);
    EXPECT_EQ(readFile(report_ / "holiday.jpg"), "precious");
}

TEST_F(ReportFolderTest, EditingAReportDoesNotTouchAGoldenThatLiesElsewhere) {
    RunResults run;
    run.scenarios.push_back(scenario("arm", "is", "was"));
    run.scenarios[0].captures[0].golden = (dir_ / "arm.golden.png").string();
    const RunResults placed = writeReportFolder(run, dir_, report_);
    std::ofstream(report_ / placed.scenarios[0].captures[0].golden) << "scribble";
    EXPECT_EQ(readFile(dir_ / "arm.golden.png"), "was");
}

TEST_F(ReportFolderTest, MergedShardsGiveTheSameReportInWhateverOrder) {
    RunResults first;
    first.commit = "c1";
    first.started = "2026-12-01T00:00:05Z";
    first.seconds = 2.0;
    first.scenarios.push_back(scenario("leg", "is", "was"));
    RunResults second = first;
    second.started = "2026-12-01T00:00:01Z";
    second.scenarios = {scenario("arm", "same", "same")};
    writeReportFolder(first, dir_, dir_ / "shard1");
    writeReportFolder(second, dir_, dir_ / "shard2");
    mergeReportFolders({dir_ / "shard1", dir_ / "shard2"}, report_);
    const std::string merged = readFile(report_ / "report.json");
    mergeReportFolders({dir_ / "shard2", dir_ / "shard1"}, report_);
    EXPECT_EQ(readFile(report_ / "report.json"), merged);
    const RunResults run = readResults(report_ / "report.json");
    ASSERT_EQ(run.scenarios.size(), 2u);
    EXPECT_EQ(run.scenarios[0].name, "arm");
    EXPECT_EQ(run.started, "2026-12-01T00:00:01Z");
    EXPECT_EQ(run.seconds, 4.0);
    EXPECT_EQ(readFile(report_ / run.scenarios[1].captures[0].golden), "was");
}

TEST_F(ReportFolderTest, AMergedScenarioRemembersTheMachineItRanOn) {
    RunResults first;
    first.driver.processor = "Intel";
    first.scenarios.push_back(scenario("arm", "is", "was"));
    RunResults second = first;
    second.driver.processor = "AMD";
    second.scenarios[0].name = "leg";
    writeReportFolder(first, dir_, dir_ / "shard1");
    writeReportFolder(second, dir_, dir_ / "shard2");
    const RunResults merged = mergeReportFolders({dir_ / "shard1", dir_ / "shard2"}, report_);
    EXPECT_EQ(driverOf(merged, merged.scenarios[0]).processor, "Intel");
    EXPECT_EQ(driverOf(merged, merged.scenarios[1]).processor, "AMD");
}

TEST_F(ReportFolderTest, ShardsThatDoNotFitTogetherAreRefusedNamingBoth) {
    RunResults run;
    run.commit = "c1";
    run.scenarios.push_back(scenario("arm", "is", "was"));
    writeReportFolder(run, dir_, dir_ / "shard1");
    writeReportFolder(run, dir_, dir_ / "shard2");
    std::string said = message([&] { mergeReportFolders({dir_ / "shard1", dir_ / "shard2"}, report_); });
    EXPECT_NE(said.find("shard2: holds arm, which"), std::string::npos) << said;
    EXPECT_NE(said.find("shard1"), std::string::npos) << said;
    run.commit = "c2";
    run.scenarios[0].name = "leg";
    writeReportFolder(run, dir_, dir_ / "shard2");
    said = message([&] { mergeReportFolders({dir_ / "shard1", dir_ / "shard2"}, report_); });
    EXPECT_NE(said.find("shard2: is of commit c2, but"), std::string::npos) << said;
}

TEST(Base64Test, AgreesWithTheExamplesOfRfc4648) {
    const auto encoded = [](std::string_view bytes) {
        std::string text;
        appendBase64(bytes, text);
        return text;
    };
    EXPECT_EQ(encoded(""), "");
    EXPECT_EQ(encoded("f"), "Zg==");
    EXPECT_EQ(encoded("fo"), "Zm8=");
    EXPECT_EQ(encoded("foo"), "Zm9v");
    EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
    EXPECT_EQ(encoded("\xff\xfe\xfd"), "//79");
}

} // namespace
} // namespace rigproof
