// Commute times of a random walk [MM12 eq. 20], and the artificial co-occurrence counts they turn into [section 3.2].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace paragen::graph {

class CommuteTimes {
 public:
  // Computes the n x n commute times of the walk with these weights, not negative, of steps from row to column; false if some
  // vertex does not reach another, so that there are none.
  bool of(const double* weights, size_t n) {
    n_ = n;
    if (!normalise(weights) || !find_stationary()) return false;
    fundamental_.resize(n * n);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) fundamental_[i * n + j] = (i == j ? 1.0 : 0.0) - transitions_[i * n + j] + stationary_[j];
    if (!invert()) return false;
    times_.resize(n * n);
    for (size_t u = 0; u < n; ++u)
      for (size_t v = 0; v <= u; ++v) times_[u * n + v] = times_[v * n + u] = u == v ? 0 : time(u, v);
    return true;
  }

  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& stationary() const { return stationary_; }

 private:
  double time(size_t u, size_t v) const {
    const double* z = fundamental_.data();
    return (z[v * n_ + v] - z[u * n_ + v]) / stationary_[v] + (z[u * n_ + u] - z[v * n_ + u]) / stationary_[u];
  }

  // Eq. 7.
  bool normalise(const double* weights) {
    transitions_.assign(weights, weights + n_ * n_);
    for (size_t i = 0; i < n_; ++i) {
      double* row = transitions_.data() + i * n_;
      double sum = 0;
      for (size_t j = 0; j < n_; ++j) sum += row[j];
      if (!(sum > 0) || !std::isfinite(sum)) return false;
      for (size_t j = 0; j < n_; ++j) row[j] /= sum;
    }
    return true;
  }

  // Grassmann, Taksar, Heyman: elimination without subtractions, from the last state to the first.
  bool find_stationary() {
    reduced_ = transitions_;
    for (size_t k = n_ - 1; k > 0; --k) {
      const double* last = reduced_.data() + k * n_;
      double out = 0;
      for (size_t j = 0; j < k; ++j) out += last[j];
      if (!(out > 0)) return false;
      for (size_t i = 0; i < k; ++i) {
        double* row = reduced_.data() + i * n_;
        if (row[k] == 0) continue;
        const double factor = row[k] /= out;
        for (size_t j = 0; j < k; ++j) row[j] += factor * last[j];
      }
    }
    stationary_.assign(n_, 1);
    double total = 1;
    for (size_t k = 1; k < n_; ++k) {
      double sum = 0;
      for (size_t i = 0; i < k; ++i) sum += stationary_[i] * reduced_[i * n_ + k];
      stationary_[k] = sum;
      total += sum;
    }
    for (double& share : stationary_) {
      share /= total;
      if (!(share > 0)) return false;
    }
    return true;
  }

  // Gauss-Jordan in place, with partial pivoting.
  bool invert() {
    double* a = fundamental_.data();
    pivots_.resize(n_);
    for (size_t k = 0; k < n_; ++k) {
      size_t pivot = k;
      for (size_t i = k + 1; i < n_; ++i)
        if (std::abs(a[i * n_ + k]) > std::abs(a[pivot * n_ + k])) pivot = i;
      pivots_[k] = pivot;
      if (a[pivot * n_ + k] == 0) return false;
      if (pivot != k)
        for (size_t j = 0; j < n_; ++j) std::swap(a[pivot * n_ + j], a[k * n_ + j]);
      double* row = a + k * n_;
      const double inverse = 1 / row[k];
      row[k] = 1;
      for (size_t j = 0; j < n_; ++j) row[j] *= inverse;
      for (size_t i = 0; i < n_; ++i) {
        double* other = a + i * n_;
        const double factor = other[k];
        if (i == k || factor == 0) continue;
        other[k] = 0;
        for (size_t j = 0; j < n_; ++j) other[j] -= factor * row[j];
      }
    }
    for (size_t k = n_; k-- > 0;)
      if (pivots_[k] != k)
        for (size_t i = 0; i < n_; ++i) std::swap(a[i * n_ + k], a[i * n_ + pivots_[k]]);
    return true;
  }

  size_t n_ = 0;
  std::vector<double> transitions_, reduced_, stationary_, fundamental_, times_;
  std::vector<size_t> pivots_;
};

// Commute times turned into artificial co-occurrence counts [MM12 section 3.2].
// The fixed point of eq. 10 to 12. Counts are symmetric, n(u,v) = ((k(u;v) + k(v;u)) / 2 k(u,v), and p(v|u) = n(u,v) / n(u), so
// that with a(u) = sum over x of k(u,x) p(x|u) a round is n(u,v) = (a(u) + a(v)) / 2 k(u,v) - (p(v|u) + p(u|v)) / 2.
class ArtificialCounts {
 public:
  static constexpr int kRounds = 1000;
  static constexpr int kCheckEvery = 8;
  static constexpr double kTolerance = 1e-9;  // of probabilities, from one round to the next

  // Makes the counts of n vertices with these commute times; false where no fixed point was reached. The smallest is 1.
  bool of(const double* times, size_t n) {
    n_ = n;
    counts_.assign(n * n, 1);
    for (size_t u = 0; u < n; ++u) counts_[u * n + u] = 0;
    if (n == 2) return true;  // nothing else to compare with
    times_ = times;
    nearness_.resize(n * n);
    for (size_t i = 0; i < n * n; ++i) nearness_[i] = times[i] > 0 ? 0.5 / times[i] : 0;
    inverses_.assign(n, 1.0 / (n - 1));
    means_.resize(n);
    for (size_t u = 0; u < n; ++u) means_[u] = mean(u);
    bool settled = false;
    for (int round = 1; round <= kRounds && !settled; ++round) settled = step(round % kCheckEvery == 0);
    return divide_by_smallest() && settled;
  }

  const std::vector<double>& counts() const { return counts_; }
  double probability(size_t u, size_t v) const { return counts_[u * n_ + v] / sum(&counts_[u * n_]); }

 private:
  // Sums in four lanes: the same order everywhere, and no wait for the sum before.
  template <class Term>
  double add_up(Term term) const {
    double lanes[4] = {0, 0, 0, 0};
    const size_t n = n_;
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (size_t lane = 0; lane < 4; ++lane) lanes[lane] += term(i + lane);
    for (; i < n; ++i) lanes[0] += term(i);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  }
  double sum(const double* row) const {
    return add_up([&](size_t i) { return row[i]; });
  }
  double mean(size_t u) const {
    const double *row = &counts_[u * n_], *times = times_ + u * n_;
    return add_up([&](size_t i) { return row[i] * times[i]; }) * inverses_[u];
  }

  // One round; whether no probability changed much, if `checked`.
  bool step(bool checked) {
    if (checked) {
      last_ = counts_;
      last_inverses_ = inverses_;
    }
    const size_t n = n_;  // here and below: locals, so that nothing is reloaded for each count
    const double *means = means_.data(), *inverses = inverses_.data();
    for (size_t u = 0; u < n; ++u) {
      double* __restrict row = &counts_[u * n];
      const double *near = &nearness_[u * n], mean = means[u], inverse = inverses[u];
      for (size_t v = 0; v < n; ++v) row[v] = (mean + means[v]) * near[v] - 0.5 * row[v] * (inverse + inverses[v]);
    }
    next_.resize(n_);
    for (size_t u = 0; u < n_; ++u) next_[u] = 1 / sum(&counts_[u * n_]);
    inverses_.swap(next_);
    for (size_t u = 0; u < n_; ++u) means_[u] = mean(u);
    return checked && unchanged();
  }

  bool unchanged() const {
    for (size_t u = 0; u < n_; ++u)
      for (size_t v = 0; v < n_; ++v)
        if (!(std::abs(counts_[u * n_ + v] * inverses_[u] - last_[u * n_ + v] * last_inverses_[u]) <= kTolerance)) return false;
    return true;
  }

  bool divide_by_smallest() {
    double smallest = std::numeric_limits<double>::infinity();
    for (size_t u = 0; u < n_; ++u)
      for (size_t v = 0; v < u; ++v) smallest = std::min(smallest, counts_[u * n_ + v]);
    if (!(smallest > 0)) return false;
    for (double& count : counts_) count /= smallest;
    return true;
  }

  size_t n_ = 0;
  const double* times_ = nullptr;
  std::vector<double> counts_, nearness_, inverses_, means_, next_, last_, last_inverses_;
};

}  // namespace paragen::graph
