internal import TypedSettingsCore

/// The notifications and tasks that follow once the lock of a file core is released.
struct FileEffects: Sendable {
  /// The effects that few writes have.
  private struct Others {
    var reports: [SettingsError] = []
    var state: SettingsFileState?
    var checkpointDelay: Duration?
    var retries = false
    var pauses = false
    var readsDocument = false
  }

  /// Changes that are stored in memory, whose observers are notified in order.
  struct Staged: Sendable {
    // Most writes have one change, which needs no array.
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

    func notify() {
      guard let first else { return }
      first.notify()
      for change in others { change.notify() }
    }
  }

  /// The changes whose observers are to be notified.
  var staged = Staged()

  /// At most one element; an empty array is cheaper to copy than an optional structure.
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

  /// The new state of the store.
  var state: SettingsFileState? {
    get { self[\.state] }
    set { self[\.state] = newValue }
  }

  /// The delay until the store checks whether it's idle, to write the document.
  var checkpointDelay: Duration? {
    get { self[\.checkpointDelay] }
    set { self[\.checkpointDelay] = newValue }
  }

  /// A Boolean value that indicates whether to start a retry.
  var retries: Bool {
    get { self[\.retries] }
    set { self[\.retries] = newValue }
  }

  /// A Boolean value that indicates whether to pause, so that a checkpoint can finish.
  var pauses: Bool {
    get { self[\.pauses] }
    set { self[\.pauses] = newValue }
  }

  /// A Boolean value that indicates whether a document was read.
  var readsDocument: Bool {
    get { self[\.readsDocument] }
    set { self[\.readsDocument] = newValue }
  }

  var isEmpty: Bool { staged.isEmpty && areChangesOnly }

  /// A Boolean value that indicates whether there's nothing to do but to notify observers.
  var areChangesOnly: Bool { others.isEmpty }

  static func += (left: inout FileEffects, right: FileEffects) {
    if !right.staged.isEmpty { left.staged += right.staged }
    if right.areChangesOnly { return }
    left.reports += right.reports
    left.state = right.state ?? left.state
    left.checkpointDelay = right.checkpointDelay ?? left.checkpointDelay
    left.retries = left.retries || right.retries
    left.pauses = left.pauses || right.pauses
    left.readsDocument = left.readsDocument || right.readsDocument
  }
}
