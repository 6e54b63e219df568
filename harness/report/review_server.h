#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "harness/report/review_state.h"

// `rigproof review`: the report's page, served on 127.0.0.1 with buttons that accept and reject.
//
//     ReviewServer server(out / "report", [&](const ScenarioResult& scenario, const CaptureResult* capture) {
//         return replaceFile(goldenPath(scenario, *capture), readFile(out / "report" / capture->actual));
//     });
//     std::cout << server.url() << "\n";
//     server.serveUntilInterrupted();
//
// Answers only requests whose Host is this server, whose Origin (where there is one) is too, and that bring the token:
// once in the address that is printed, then in a cookie; what decides must bring it in the header X-Rigproof-Token as
// well. Serves the files that the report names, nothing else: a path that is no key of that list does not exist.
//
//     GET  /api/state                       -> {"decisions": [{"scenario", "capture", "decision"}], "can_undo": bool}
//     POST /api/accept  {"items": [{"scenario", "capture"}]}   capture "": the scenario's numbers
//     POST /api/reject  the same
//     POST /api/undo                        all answer with the state, or {"error": "..."} and a status of 4xx or 5xx

namespace rigproof {

class ReviewServer {
  public:
    /// Reads the report in `folder` and takes a port (0: any that is free). Throws HarnessError: kExitUsage for a
    /// folder without a report, kExitCouldNotRun when the port is taken.
    ReviewServer(const std::filesystem::path& folder, Accept accept, int port = 0);
    ~ReviewServer();
    ReviewServer(const ReviewServer&) = delete;
    ReviewServer& operator=(const ReviewServer&) = delete;

    /// With the token: whoever has it may accept.
    std::string url() const;
    int port() const;

    /// Serves until stop() is called from another thread.
    void serve();
    void stop();
    /// Serves until SIGINT or SIGTERM, which both end it in order: a golden that is being written is finished.
    /// To be called before other threads are started, which would otherwise get the signal.
    void serveUntilInterrupted();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace rigproof
