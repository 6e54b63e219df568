#pragma once

namespace rigproof {

/// scenarios/scenario.schema.json, embedded at build so that an installed `rigproof` needs no other file.
extern const char* const kScenarioSchemaText;

} // namespace rigproof
