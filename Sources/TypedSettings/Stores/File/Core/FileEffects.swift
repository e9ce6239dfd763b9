/// What is to be done once the lock of a file core is released.
struct FileEffects: Sendable {
  /// What few writes have.
  private struct Others {
    var reports: [SettingsError] = []
    var state: FileSettingsStore.State?
    var foldDelay: Duration?
    var retries = false
  }

  /// Changes that are in place, to be told in their order.
  struct Staged: Sendable {
    // Most writes have but one, which needs no array.
    private var first: LiveValue.Staged?
    private var others: [LiveValue.Staged] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ change: LiveValue.Staged) {
      if first == nil { first = change } else { others.append(change) }
    }

    static func += (left: inout Staged, right: some Sequence<LiveValue.Staged>) {
      for change in right { left.append(change) }
    }

    static func += (left: inout Staged, right: Staged) {
      guard let first = right.first else { return }
      left.append(first)
      left += right.others
    }

    func tell() {
      guard let first else { return }
      first.tell()
      for change in others { change.tell() }
    }
  }

  /// The changes that are in place, to be told.
  var staged = Staged()

  /// At most one; in an array, so that effects without are quick to hand around.
  private var others: [Others] = []

  private subscript<Part>(part: WritableKeyPath<Others, Part>) -> Part {
    get { (others.first ?? Others())[keyPath: part] }
    set {
      if others.isEmpty { others = [Others()] }
      others[0][keyPath: part] = newValue
    }
  }

  var reports: [SettingsError] {
    get { self[\.reports] }
    set { self[\.reports] = newValue }
  }

  /// The state that the store has now.
  var state: FileSettingsStore.State? {
    get { self[\.state] }
    set { self[\.state] = newValue }
  }

  /// When to look whether the document can be written.
  var foldDelay: Duration? {
    get { self[\.foldDelay] }
    set { self[\.foldDelay] = newValue }
  }

  /// Whether to try again what has failed.
  var retries: Bool {
    get { self[\.retries] }
    set { self[\.retries] = newValue }
  }

  var isEmpty: Bool { staged.isEmpty && areChangesOnly }

  /// Whether there is nothing to be done but to tell of changes.
  var areChangesOnly: Bool { others.isEmpty }

  static func += (left: inout FileEffects, right: FileEffects) {
    if !right.staged.isEmpty { left.staged += right.staged }
    if right.areChangesOnly { return }
    left.reports += right.reports
    left.state = right.state ?? left.state
    left.foldDelay = right.foldDelay ?? left.foldDelay
    left.retries = left.retries || right.retries
  }
}
