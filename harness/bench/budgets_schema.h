#pragma once

namespace rigproof {

/// bench/budgets.schema.json, embedded at build.
extern const char* const kBudgetsSchemaText;

} // namespace rigproof
