#pragma once

#include <string>
#include <string_view>

namespace rigproof {

/// What draws: recorded with every golden and named in every failure, because pictures differ a little between drivers.
struct DriverDescription {
    std::string platform; ///< how the context was reached: "device 0", "surfaceless", "pbuffer"
    std::string vendor;
    std::string renderer; ///< as GL says it, e.g. "llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string version;  ///< as GL says it, e.g. "OpenGL ES 3.2 Mesa 22.3.6"
    std::string shadingLanguage;
    std::string rasteriser;  ///< the driver's name alone: llvmpipe, softpipe, zink, or the renderer's first word
    std::string mesaVersion; ///< "22.3.6"; empty when it is not Mesa
    std::string llvmVersion; ///< "15.0.6"; empty when the driver does not say

    int maxTextureSize = 0;
    int maxVertexAttributes = 0;
    int maxVertexTextureUnits = 0;
    int maxUniformBlockBytes = 0;
};

/// The parsed part of a description from GL's strings; "unknown" where the renderer says nothing.
void parseDriver(DriverDescription& description);

/// Asks the current context.
DriverDescription describeCurrentDriver(std::string_view platform);

} // namespace rigproof
