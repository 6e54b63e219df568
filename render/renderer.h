#pragma once

#include <map>
#include <memory>
#include <string>

#include "render/driver.h"
#include "render/egl_context.h"
#include "render/frame.h"
#include "render/image.h"

namespace rigproof {

/// A picture and how many GL draw calls it took, by pass; or why there is none.
struct RenderResult {
    Image image;
    std::map<std::string, int> draws; ///< e.g. {"crowd", 1}, {"crowd_shadow", 1}, {"background", 1}
    std::string error;                ///< empty when all went well; else one line with the place

    bool ok() const { return error.empty(); }
};

/// Draws frames offscreen. Use one renderer on one thread at a time; several may exist.
///
///     std::string error;
///     auto renderer = Renderer::create(DeviceChoice{}, error);
///     if (!renderer) fail(error);
///     RenderResult result = renderer->draw(frame);
///     if (!result.ok()) fail(result.error);
///
/// The same frame gives the same bytes on the same driver, run after run and whatever was drawn before. Meshes and
/// animation textures are uploaded once and kept while their owner keeps them; they must not change once drawn.
class Renderer {
  public:
    /// Null when there is no OpenGL ES 3 context to be had; `error` then says what to install.
    static std::unique_ptr<Renderer> create(const DeviceChoice& device, std::string& error);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Order: shadow map, opaque, background, blob shadows, transparent, glows, on top; then the overlays, which are
    /// drawn by the CPU on the finished picture (see overlay.h) and so count no draws.
    RenderResult draw(const Frame& frame);

    const DriverDescription& driver() const;

  private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace rigproof
