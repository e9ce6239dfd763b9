/// Runs comparisons and prints each as a part of the table.
struct Suite {
  let options: Options

  /// Times contestants against each other.
  ///
  /// They take their samples in turn, so that whatever slows the machine down for a while slows all of them.
  ///
  /// - Parameters:
  ///   - title: What is measured.
  ///   - clock: What time is taken by.
  ///   - contestants: Makes the contestants; called only if the comparison is asked for.
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

  /// Prints what was measured otherwise.
  ///
  /// - Parameters:
  ///   - title: What is measured.
  ///   - unit: The unit of the samples.
  ///   - rows: Takes the samples; called only if the comparison is asked for.
  func report(_ title: String, unit: String, rows: () -> [Row]) {
    guard options.includes(title) else { return }
    Table(title: title, unit: unit, rows: rows()).print()
  }
}
