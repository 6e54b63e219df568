#pragma once

#include <string>

namespace rigproof {

/// Collects what GL complains about. glGetError is asked after each pass; debug contexts also report by KHR_debug.
class GlCheck {
  public:
    /// Listens to KHR_debug where the current context offers it. The object must outlive the context's use.
    void listen();
    /// True when nothing is wrong; otherwise `error` names the place and the complaint, which is then forgotten.
    bool passed(const char* place, std::string& error);

    void report(const char* message); ///< called by the driver

  private:
    std::string complaint_;
};

} // namespace rigproof
