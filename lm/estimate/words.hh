// Words of a text and their ids, the special words first.
#pragma once
#include <cstdint>

#include "src/paragen/base/interner.hh"

namespace paragen::estimate {

constexpr uint32_t kUnknown = 0, kBegin = 1, kEnd = 2;  // <unk>, <s>, </s>

class WordTable : public Interner {
 public:
  WordTable() {
    for (const char* special : {"<unk>", "<s>", "</s>"}) add(special);
  }
};

}  // namespace paragen::estimate
