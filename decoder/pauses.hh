// A search may take minutes: now and then Python gets control, and may interrupt it.
#pragma once
#include <chrono>
#include <stdexcept>

namespace paragen {

// The call to Python failed and left its exception.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

class Pauses {
 public:
  using Call = int (*)();  // -1: it failed

  explicit Pauses(Call call) : call_(call), last_(Clock::now()) {}

  // Long computations call this often, at least a microsecond's work apart.
  void check() {
    const Clock::time_point now = Clock::now();
    if (now - last_ < kBetween) return;
    last_ = now;
    if (call_() < 0) throw Interrupted();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetween{100};

  Call call_;
  Clock::time_point last_;
};

}  // namespace paragen
