#include "harness/report/review_server.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <thread>

#include <httplib.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>

#include "harness/files.h"
#include "harness/report/results_json.h"
#include "harness/report/web_files.h"

namespace rigproof {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kLargestRequest = 1 << 20; // bytes; a list of items is far smaller

std::string randomToken() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::random_device device;
    std::string token;
    for (int i = 0; i < 32; ++i)
        token += kDigits[device() & 15u];
    return token;
}

/// Takes as long for a wrong token as for the right one, wherever it is wrong.
bool sameToken(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

const char* contentType(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".json")) return "application/json";
    return "image/png";
}

Json stateJson(const ReviewState& state) {
    Json json = {{"decisions", Json::array()}, {"can_undo", state.canUndo()}};
    for (const auto& [item, decision] : state.decisions()) {
        json["decisions"].push_back({{"scenario", item.scenario},
                                     {"capture", item.capture},
                                     {"decision", decision == Decision::kAccepted ? "accepted" : "rejected"}});
    }
    return json;
}

std::vector<ReviewItem> itemsOf(const std::string& body) {
    std::vector<ReviewItem> items;
    try {
        const nlohmann::json request = nlohmann::json::parse(body);
        for (const nlohmann::json& item : request.at("items").get_ref<const nlohmann::json::array_t&>()) {
            items.push_back({item.at("scenario").get<std::string>(), item.at("capture").get<std::string>()});
        }
    } catch (const nlohmann::json::exception&) {
        throw HarnessError(kExitUsage,
                           "the request must be {\"items\": [{\"scenario\": \"...\", \"capture\": \"...\"}]}");
    }
    return items;
}

void answer(httplib::Response& response, int status, const Json& json) {
    response.status = status;
    response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace), "application/json");
}

} // namespace

class ReviewServer::Impl {
  public:
    Impl(const fs::path& folder, Accept accept, int port)
        : folder_(folder),
          report_(readFile(folder / "report.json")),
          state_(resultsFromJson(report_, (folder / "report.json").string()), std::move(accept)),
          token_(randomToken()) {
        for (const WebFile& file : webFiles())
            pageFiles_[std::string(file.name)] = file.text;
        for (const ScenarioResult& scenario : state_.run().scenarios) {
            for (const CaptureResult& capture : scenario.captures) {
                for (const std::string& name : {capture.actual, capture.golden, capture.diff, capture.again}) {
                    if (!name.empty()) pictures_.insert(name);
                }
            }
        }
        route();
        port_ = port == 0 ? server_.bind_to_any_port(kHost) : server_.bind_to_port(kHost, port) ? port : -1;
        if (port_ < 0) {
            throw HarnessError(kExitCouldNotRun,
                               "127.0.0.1:" + std::to_string(port) +
                                   ": cannot be listened at; another port (or 0 for any) may be free");
        }
        for (const char* host : {"127.0.0.1:", "localhost:"})
            hosts_.insert(host + std::to_string(port_));
        cookie_ = "rigproof_review_" + std::to_string(port_) + "=" + token_;
    }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + token_; }
    int port() const { return port_; }
    void serve() { server_.listen_after_bind(); }
    void stop() { server_.stop(); }

  private:
    void route() {
        // By default the library lets several servers share a port, and the kernel would pick who gets a request.
        server_.set_socket_options([](socket_t socket) {
            const int yes = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
        });
        server_.set_payload_max_length(kLargestRequest);
        server_.set_keep_alive_timeout(1); // an idle connection must not hold up the end
        server_.set_default_headers({{"Cache-Control", "no-store"},
                                     {"X-Content-Type-Options", "nosniff"},
                                     {"Referrer-Policy", "no-referrer"},
                                     {"X-Frame-Options", "DENY"},
                                     {"Content-Security-Policy",
                                      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                                      "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"}});
        server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
            if (allowed(request)) return httplib::Server::HandlerResponse::Unhandled;
            answer(response, 403, {{"error", "not allowed: use the address that rigproof review printed"}});
            return httplib::Server::HandlerResponse::Handled;
        });
        server_.Get("/", [this](const httplib::Request&, httplib::Response& response) { servePage(response); });
        server_.Get("/api/state", [this](const httplib::Request&, httplib::Response& response) {
            const std::lock_guard lock(mutex_);
            answer(response, 200, stateJson(state_));
        });
        server_.Post("/api/accept", change([this](const std::string& body) {
                         if (readFile(folder_ / "report.json") != report_) {
                             throw HarnessError(kExitUsage, "the report was written anew; start the review again");
                         }
                         state_.accept(itemsOf(body));
                     }));
        server_.Post("/api/reject", change([this](const std::string& body) { state_.reject(itemsOf(body)); }));
        server_.Post("/api/undo", change([this](const std::string&) { state_.undo(); }));
        server_.Get("/(.+)", [this](const httplib::Request& request, httplib::Response& response) {
            serveFile(request.matches[1], response);
        });
    }

    bool allowed(const httplib::Request& request) const {
        if (!hosts_.contains(request.get_header_value("Host"))) return false;
        if (request.has_header("Origin")) {
            const std::string origin = request.get_header_value("Origin");
            if (origin.rfind("http://", 0) != 0 || !hosts_.contains(origin.substr(7))) return false;
        }
        if (request.path.rfind("/api/", 0) == 0) {
            return hasCookie(request) && sameToken(request.get_header_value("X-Rigproof-Token"), token_);
        }
        if (request.path == "/" && sameToken(request.get_param_value("token"), token_)) return true;
        return hasCookie(request);
    }

    bool hasCookie(const httplib::Request& request) const {
        const std::string cookies = request.get_header_value("Cookie");
        for (std::size_t start = 0; start < cookies.size();) {
            const std::size_t end = std::min(cookies.find(';', start), cookies.size());
            const std::size_t word = std::min(cookies.find_first_not_of(' ', start), end);
            if (sameToken(std::string_view(cookies).substr(word, end - word), cookie_)) return true;
            start = end + 1;
        }
        return false;
    }

    void servePage(httplib::Response& response) const {
        std::string page(pageFiles_.at("index.html"));
        constexpr std::string_view kHead = "<meta charset=\"utf-8\">";
        page.insert(page.find(kHead) + kHead.size(), "\n<meta name=\"rigproof-review\" content=\"" + token_ + "\">");
        response.set_header("Set-Cookie", cookie_ + "; Path=/; HttpOnly; SameSite=Strict");
        response.set_content(page, contentType("index.html"));
    }

    void serveFile(const std::string& name, httplib::Response& response) const {
        if (const auto file = pageFiles_.find(name); file != pageFiles_.end()) {
            response.set_content(std::string(file->second), contentType(name));
        } else if (name == "data.js") {
            response.set_content("Rigproof.results = " + report_, contentType(name));
        } else if (pictures_.contains(name)) {
            try {
                response.set_content(readFile(folder_ / name), contentType(name));
            } catch (const HarnessError& error) {
                answer(response, 404, {{"error", error.what()}});
            }
        } else {
            answer(response, 404, {{"error", "there is no " + name}});
        }
    }

    /// A request that changes the state: one at a time, errors become answers.
    template <typename Change>
    httplib::Server::Handler change(Change what) {
        return [this, what](const httplib::Request& request, httplib::Response& response) {
            const std::lock_guard lock(mutex_);
            try {
                what(request.body);
                answer(response, 200, stateJson(state_));
            } catch (const HarnessError& error) {
                answer(response, error.exitCode == kExitUsage ? 400 : 500, {{"error", error.what()}});
            } catch (const std::exception& error) {
                answer(response, 500, {{"error", error.what()}});
            }
        };
    }

    fs::path folder_;
    std::string report_; ///< report.json as it was at the start: what the reviewer sees
    ReviewState state_;
    std::mutex mutex_; ///< guards state_
    std::string token_;
    std::string cookie_;
    std::set<std::string> hosts_;
    std::map<std::string, std::string_view> pageFiles_;
    std::set<std::string> pictures_;
    httplib::Server server_;
    int port_ = -1;
};

ReviewServer::ReviewServer(const fs::path& folder, Accept accept, int port)
    : impl_(std::make_unique<Impl>(folder, std::move(accept), port)) {}
ReviewServer::~ReviewServer() = default;
std::string ReviewServer::url() const {
    return impl_->url();
}
int ReviewServer::port() const {
    return impl_->port();
}
void ReviewServer::serve() {
    impl_->serve();
}
void ReviewServer::stop() {
    impl_->stop();
}

void ReviewServer::serveUntilInterrupted() {
    sigset_t ending;
    sigset_t before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ending, &before); // the server's threads inherit it
    std::atomic<bool> over = false;
    std::thread waiter([&] {
        while (!over) {
            const timespec patience{0, 100'000'000};
            if (sigtimedwait(&ending, nullptr, &patience) > 0) {
                stop();
                return;
            }
        }
    });
    serve();
    over = true;
    waiter.join();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace rigproof
