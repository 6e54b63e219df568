#pragma once

#include <map>
#include <string>

#include "render/gl_objects.h"

namespace rigproof {

/// The one place where anything is drawn, and therefore the one place where draws are counted: no other file calls
/// glDraw*.
class DrawCounter {
  public:
    /// `copies` of an indexed mesh; nothing is drawn or counted for 0 copies.
    void elements(const std::string& pass, GLsizei indexCount, GLsizei copies) {
        if (copies == 0 || indexCount == 0) return;
        glDrawElementsInstanced(GL_TRIANGLES, indexCount, GL_UNSIGNED_INT, nullptr, copies);
        ++counts_[pass];
    }
    /// Vertices that the shader makes from their number alone.
    void arrays(const std::string& pass, GLenum mode, GLsizei vertexCount) {
        glDrawArrays(mode, 0, vertexCount);
        ++counts_[pass];
    }
    const std::map<std::string, int>& counts() const { return counts_; }

  private:
    std::map<std::string, int> counts_;
};

} // namespace rigproof
