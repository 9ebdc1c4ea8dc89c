// A feature of a test without a state: how much longer edits make the sentence.
#pragma once
#include <cmath>

#include "decoder/feature.hh"

namespace paragen {

struct LengthRatio : Feature {
  static constexpr const char* kName = "length";
  template <class Add> void option(const Option& option, const Add& add) const {
    if (option.edit) add(0, std::log(double(option.n_words) / (option.end - option.begin)));
  }
};

}  // namespace paragen
