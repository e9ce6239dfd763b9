/// The command-line options: `benchmarks [--quick] [word]`.
struct Options {
  /// The duration of one sample and the number of samples.
  struct Effort {
    let samples: Int
    let nanoseconds: Int64

    static let full = Effort(samples: 25, nanoseconds: 4_000_000)
    /// A setting that only proves that everything runs; its figures aren't reliable.
    static let quick = Effort(samples: 3, nanoseconds: 400_000)
  }

  let effort: Effort

  /// The word that the titles of the comparisons to run must contain.
  private let word: String?

  init(_ arguments: some Sequence<String>) {
    effort = arguments.contains("--quick") ? .quick : .full
    word = arguments.first { !$0.hasPrefix("-") }?.lowercased()
  }

  func includes(_ title: String) -> Bool {
    word.map { title.lowercased().contains($0) } ?? true
  }
}
