#include "harness/report/review_server.h"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <httplib.h>
#include <unistd.h>

#include "harness/files.h"
#include "harness/report/report_folder.h"

namespace rigproof {
namespace fs = std::filesystem;
namespace {

class ReviewServerTest : public testing::Test {
  protected:
    void SetUp() override {
        fs::remove_all(dir_);
        writeFileAtomically(dir_ / "a.png", "is");
        writeFileAtomically(dir_ / "g.png", "was");
        writeFileAtomically(dir_ / "secret.txt", "secret");
        RunResults run;
        run.scenarios = {
            {.name = "arm",
             .verdict = Verdict::kFail,
             .captures = {{.name = "t0", .verdict = Verdict::kFail, .actual = "a.png", .golden = "g.png"}}}};
        placed_ = writeReportFolder(run, dir_, dir_ / "report");
        server_ = std::make_unique<ReviewServer>(
            dir_ / "report", [this](const ScenarioResult&, const CaptureResult* capture) {
                return replaceFile(dir_ / "golden.png", readFile(dir_ / "report" / capture->actual));
            });
        thread_ = std::thread([this] { server_->serve(); });
        token_ = server_->url().substr(server_->url().find("token=") + 6);
        host_ = "127.0.0.1:" + std::to_string(server_->port());
        cookie_ = "rigproof_review_" + std::to_string(server_->port()) + "=" + token_;
        while (!client().Get("/"))
            std::this_thread::yield(); // until it answers at all
    }
    void TearDown() override {
        server_->stop();
        thread_.join();
        fs::remove_all(dir_);
    }

    httplib::Client client() const { return httplib::Client("127.0.0.1", server_->port()); }
    httplib::Headers trusted() const {
        return {{"Host", host_},
                {"Origin", "http://" + host_},
                {"Cookie", "other=1; " + cookie_},
                {"X-Rigproof-Token", token_}};
    }
    httplib::Headers trustedBut(const std::string& name, const std::string& value) const {
        httplib::Headers headers = trusted();
        headers.erase(name);
        if (!value.empty()) headers.emplace(name, value);
        return headers;
    }
    int accept(const httplib::Headers& headers, const std::string& body = kAcceptArm) const {
        return client().Post("/api/accept", headers, body, "application/json")->status;
    }

    static constexpr const char* kAcceptArm = R"({"items": [{"scenario": "arm", "capture": "t0"}]})";
    const fs::path dir_ = fs::path(testing::TempDir()) / ("rigproof_review_server_test_" + std::to_string(::getpid()));
    RunResults placed_;
    std::unique_ptr<ReviewServer> server_;
    std::thread thread_;
    std::string token_, host_, cookie_;
};

TEST_F(ReviewServerTest, AcceptsForReal) {
    const auto response = client().Post("/api/accept", trusted(), kAcceptArm, "application/json");
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body,
              R"({"decisions":[{"scenario":"arm","capture":"t0","decision":"accepted"}],"can_undo":true})");
    EXPECT_EQ(readFile(dir_ / "golden.png"), "is");
    EXPECT_EQ(client().Post("/api/undo", trusted(), "{}", "application/json")->body,
              R"({"decisions":[],"can_undo":false})");
    EXPECT_FALSE(fs::exists(dir_ / "golden.png"));
}

TEST_F(ReviewServerTest, RefusesOtherHostsOtherOriginsAndWhoeverLacksTheToken) {
    EXPECT_EQ(accept(trustedBut("Host", "evil.example:" + std::to_string(server_->port()))), 403);
    EXPECT_EQ(accept(trustedBut("Origin", "https://evil.example")), 403);
    EXPECT_EQ(accept(trustedBut("Origin", "null")), 403);
    EXPECT_EQ(accept(trustedBut("X-Rigproof-Token", "")), 403);
    EXPECT_EQ(accept(trustedBut("X-Rigproof-Token", std::string(32, '0'))), 403);
    EXPECT_EQ(accept(trustedBut("Cookie", "")), 403);
    EXPECT_FALSE(fs::exists(dir_ / "golden.png"));
    EXPECT_EQ(client().Get("/")->status, 403);
    EXPECT_EQ(client().Get("/?token=" + std::string(32, '0'))->status, 403);
    EXPECT_EQ(client().Get("/data.js")->status, 403);
    EXPECT_EQ(client().Get(("/" + placed_.scenarios[0].captures[0].actual))->status, 403);
}

TEST_F(ReviewServerTest, ThePrintedAddressGivesThePageAndItsCookie) {
    const auto page = client().Get("/?token=" + token_);
    EXPECT_EQ(page->status, 200);
    EXPECT_NE(page->body.find("<meta name=\"rigproof-review\" content=\"" + token_ + "\">"), std::string::npos);
    const std::string cookie = page->get_header_value("Set-Cookie");
    EXPECT_EQ(cookie, cookie_ + "; Path=/; HttpOnly; SameSite=Strict");
    EXPECT_NE(page->get_header_value("Content-Security-Policy").find("default-src 'none'"), std::string::npos);
}

TEST_F(ReviewServerTest, ServesWhatTheReportNamesAndNothingElse) {
    const auto picture = client().Get("/" + placed_.scenarios[0].captures[0].golden, trusted());
    EXPECT_EQ(picture->body, "was");
    EXPECT_EQ(picture->get_header_value("Content-Type"), "image/png");
    EXPECT_EQ(client().Get("/style.css", trusted())->status, 200);
    for (const char* path : {"/../secret.txt", "/%2e%2e/secret.txt", "/pictures/../../secret.txt", "/..%2fsecret.txt",
                             "//etc/passwd", "/pictures/arm/", "/pictures/%00", "/report.json.part"}) {
        const auto response = client().Get(path, trusted());
        ASSERT_TRUE(response) << path;
        EXPECT_GE(response->status, 400) << path;
        EXPECT_EQ(response->body.find("secret\n"), std::string::npos) << path;
    }
}

TEST_F(ReviewServerTest, ARequestThatIsNoRequestIsAnsweredWithWhatWouldBeRight) {
    for (const char* body : {"", "[]", "{\"items\": 1}", "{\"items\": [{\"scenario\": 3}]}"}) {
        EXPECT_EQ(accept(trusted(), body), 400) << body;
    }
    const auto response = client().Post("/api/accept", trusted(),
                                        R"({"items": [{"scenario": "leg", "capture": "t0"}]})", "application/json");
    EXPECT_EQ(response->body, R"({"error":"leg/t0: is not in this run"})");
}

TEST_F(ReviewServerTest, ARunThatWroteTheReportAnewEndsAcceptingBecauseNobodySawItsPictures) {
    writeFileAtomically(dir_ / "report" / "report.json", R"({"schema": 1, "scenarios": []})");
    EXPECT_EQ(accept(trusted()), 400);
    EXPECT_FALSE(fs::exists(dir_ / "golden.png"));
}

TEST(ReviewServerStartTest, AFolderWithoutAReportAndATakenPortAreSaid) {
    const fs::path dir = fs::path(testing::TempDir()) / ("rigproof_review_start_test_" + std::to_string(::getpid()));
    fs::remove_all(dir);
    fs::create_directories(dir);
    EXPECT_THROW(ReviewServer(dir, nullptr), HarnessError);
    writeFileAtomically(dir / "report.json", R"({"schema": 1, "scenarios": []})");
    const ReviewServer first(dir, nullptr);
    try {
        const ReviewServer second(dir, nullptr, first.port());
        FAIL() << "two servers on one port";
    } catch (const HarnessError& error) {
        EXPECT_EQ(error.exitCode, kExitCouldNotRun);
    }
    fs::remove_all(dir);
}

} // namespace
} // namespace rigproof
