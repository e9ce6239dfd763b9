/// One of the ways to do what a comparison measures.
struct Contestant {
  let name: String

  /// The name of the contestant that this one is set against.
  let reference: String

  let targets: [Target]

  /// Does it the given number of times.
  let run: (Int) -> Void

  init(
    _ name: String, against reference: String = "@Observable", targets: Target..., run: @escaping (Int) -> Void
  ) {
    self.name = name
    self.reference = reference
    self.targets = targets
    self.run = run
  }
}

/// A figure that a row has to reach.
enum Target {
  /// So many times what the reference takes.
  case ratio(Double)
  /// So many of the unit of the row.
  case amount(Double)
}
