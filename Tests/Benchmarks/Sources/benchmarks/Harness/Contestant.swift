/// One of the implementations that a comparison measures.
struct Contestant {
  let name: String

  /// The name of the contestant that is the reference for this one.
  let reference: String

  let targets: [Target]

  /// Runs the measured operation the given number of times.
  let run: (Int) -> Void

  init(
    _ name: String, against reference: String = "@Observable", targets: Target..., run: @escaping (Int) -> Void
  ) {
    self.init(name, against: reference, targets: targets, run: run)
  }

  init(
    _ name: String, against reference: String = "@Observable", targets: [Target], run: @escaping (Int) -> Void
  ) {
    self.name = name
    self.reference = reference
    self.targets = targets
    self.run = run
  }
}

/// The target of a row.
enum Target {
  /// A multiple of the time of the reference.
  case ratio(Double)
  /// An absolute limit, in the unit of the row.
  case amount(Double)
}
