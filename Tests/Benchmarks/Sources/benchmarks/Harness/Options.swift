/// What the command line asks for: `benchmarks [--quick] [word]`.
struct Options {
  /// How long one sample takes and how many are taken.
  struct Effort {
    let samples: Int
    let nanoseconds: Int64

    static let full = Effort(samples: 25, nanoseconds: 4_000_000)
    /// Proves that everything runs; too little for a figure to rely on.
    static let quick = Effort(samples: 3, nanoseconds: 400_000)
  }

  let effort: Effort

  /// The word that a comparison's title must contain to be run.
  private let word: String?

  init(_ arguments: some Sequence<String>) {
    effort = arguments.contains("--quick") ? .quick : .full
    word = arguments.first { !$0.hasPrefix("-") }?.lowercased()
  }

  func includes(_ title: String) -> Bool {
    word.map { title.lowercased().contains($0) } ?? true
  }
}
