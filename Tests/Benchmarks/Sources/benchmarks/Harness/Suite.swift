/// Runs comparisons and prints each one as a section of the table.
struct Suite {
  let options: Options

  /// Times contestants against each other.
  ///
  /// They take their samples in turn, so that a temporary slowdown of the machine affects all of them.
  ///
  /// - Parameters:
  ///   - title: The title of the comparison.
  ///   - clock: The clock that measures the samples.
  ///   - contestants: Creates the contestants; called only if the comparison is selected.
  func compare(_ title: String, clock: Clock = .thread, contestants: () -> [Contestant]) {
    guard options.includes(title) else { return }
    let contestants = contestants()
    let batches = contestants.map { clock.batch(filling: options.effort.nanoseconds, with: $0.run) }
    var samples = [[Double]](repeating: [], count: contestants.count)
    for _ in 0..<options.effort.samples {
      for (index, contestant) in contestants.enumerated() {
        let elapsed = clock.nanoseconds { contestant.run(batches[index]) }
        samples[index].append(Double(elapsed) / Double(batches[index]))
      }
    }
    let rows = zip(contestants, samples).map { contestant, samples in
      Row(name: contestant.name, samples: samples, reference: contestant.reference, targets: contestant.targets)
    }
    Table(title: title, unit: "ns", rows: rows).print()
  }

  /// Prints samples that the caller measures.
  ///
  /// - Parameters:
  ///   - title: The title of the comparison.
  ///   - unit: The unit of the samples.
  ///   - rows: Takes the samples; called only if the comparison is selected.
  func report(_ title: String, unit: String, rows: () -> [Row]) {
    guard options.includes(title) else { return }
    Table(title: title, unit: unit, rows: rows()).print()
  }
}
