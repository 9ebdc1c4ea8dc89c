// A feature of a test that has a state: edits that are followed by an edit, or by the end of the sentence.
#pragma once
#include "decoder/feature.hh"

namespace paragen {

struct AdjacentEdits : NumberFeature<1> {
  static constexpr const char* kName = "adjacent";
  template <class Add> void follow(const Option& option, State* after_edit, const Add& add) const {
    if (*after_edit && option.edit) add(0, 1);
    *after_edit = option.edit;
  }
  template <class Add> void end(State after_edit, const Add& add) const { add(0, after_edit); }
  static bool alike(const Option& a, const Option& b) { return a.edit == b.edit; }
};

}  // namespace paragen
