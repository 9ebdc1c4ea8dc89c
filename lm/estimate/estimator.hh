// The whole estimator: reads text, counts it in memory or on disk, writes the model.
#pragma once
#include <Python.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "lm/estimate/storage.hh"
#include "lm/estimate/disk.hh"
#include "lm/estimate/memory.hh"

namespace paragen::estimate {

class Estimator {
 public:
  Estimator(const Settings& settings, const Host& host)
      : settings_(settings), host_(host), corpus_(settings.skip_specials) {}

  void begin_file() { corpus_.begin_file(); }

  bool feed(const char* text, size_t length) {
    const bool fine = corpus_.feed(text, length);
    make_room();
    return fine;
  }

  bool end_file() { return corpus_.end_file(); }

  // Estimates and writes the model, unless discounts cannot be estimated.
  DiscountFailure run() { return disk_ ? run_on_disk() : run_in_memory(); }

  const CorpusFault& fault() const { return corpus_.fault(); }
  uint64_t line() const { return corpus_.line(); }
  uint64_t n_tokens() const { return corpus_.n_tokens(); }
  uint64_t n_sentences() const { return corpus_.n_sentences(); }
  uint32_t n_words() const { return corpus_.words().size(); }
  bool spilled() const { return disk_ != nullptr; }
  OrderCounts order_counts(uint32_t i) const { return i < order_counts_.size() ? order_counts_[i] : OrderCounts(); }
  Discounts discounts(uint32_t i) const { return i < discounts_.size() ? discounts_[i] : Discounts(); }

 private:
  // What a token costs in memory at most, where each ends a different n-gram of every order: the token, with room to
  // grow; nodes, suffixes and counts of the levels; weights of contexts; and the greatest of what is needed in turn to
  // sort and link, to sum up contexts (a level for each thread at a time), and to hold probabilities.
  size_t bytes_per_token() const {
    const size_t levels = settings_.order - 1, contexts = levels ? levels - 1 : 0;
    const size_t sorting = 2 * sizeof(Occurrence) + sizeof(uint32_t);
    const size_t summing = sizeof(ContextSums<uint32_t>) * std::min<size_t>(settings_.threads, contexts);
    return 2 * sizeof(uint32_t) + levels * (sizeof(LevelNode) + 2 * sizeof(uint32_t)) + contexts * 2 * sizeof(float) +
           std::max({sorting, summing, levels * sizeof(float)});
  }

  void make_room() {
    const size_t n_tokens = corpus_.tokens().size();
    if (!disk_) {
      const bool fits = n_tokens * bytes_per_token() + corpus_.words().memory() <= settings_.memory;
      if (fits && n_tokens < (1u << 31)) return;
      disk_ = std::make_unique<DiskCounter>(settings_, host_);
    }
    disk_->add(corpus_.tokens().data(), n_tokens);
    corpus_.drop_tokens();
  }

  DiscountFailure discount() {
    const Discounts* fallback = settings_.has_fallback ? &settings_.fallback : nullptr;
    return estimate_all_discounts(order_counts_, fallback, &discounts_);
  }

  DiscountFailure run_in_memory() {
    MemoryEstimator model(corpus_, settings_, host_);
    model.count();
    order_counts_ = model.order_counts();
    const DiscountFailure failure = discount();
    if (failure.order != 0) return failure;
    model.interpolate(discounts_);
    ModelWriter(model, corpus_.words(), settings_, host_).run();
    return {};
  }

  DiscountFailure run_on_disk() {
    make_room();
    disk_->finish(corpus_.words().size());
    order_counts_ = disk_->order_counts();
    const DiscountFailure failure = discount();
    if (failure.order != 0) return failure;
    DiskModel(disk_.get(), settings_, host_, corpus_.words()).run(discounts_);
    return {};
  }

  Settings settings_;
  Host host_;
  Corpus corpus_;
  std::unique_ptr<DiskCounter> disk_;   // once the text does not fit
  std::vector<OrderCounts> order_counts_;
  std::vector<Discounts> discounts_;
};

// C++ exceptions -> Python's. Called by Cython with the GIL held, inside a catch block.
inline void raise_python_error() {
  try {
    throw;
  } catch (const Cancelled&) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_KeyboardInterrupt, "");  // the host keeps the real error
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const FileError& error) {
    errno = error.number;
    PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.what());
  } catch (const std::length_error& error) {
    PyErr_SetString(PyExc_OverflowError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

}  // namespace paragen::estimate
