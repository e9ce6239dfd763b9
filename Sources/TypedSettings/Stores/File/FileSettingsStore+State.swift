extension FileSettingsStore {
  /// How a store stands to its file.
  public enum State: Sendable {
    /// The file was read, and can be written as far as is known.
    case ready
    /// There is no file yet; the first write makes it.
    case missing(SettingsError)
    /// The file cannot be read. The store serves what it has, refuses writes, and tries again.
    case unreadable(SettingsError)
    /// The file is broken. The store serves what it had, or what the file before it and the journal hold. The first
    /// write keeps the broken file beside.
    case corrupt(SettingsError)
    /// The file is of a newer format. The store serves what it can read and refuses writes.
    case newerFormat(SettingsError)

    /// What keeps the file from being read; `nil` if it was.
    public var error: SettingsError? {
      switch self {
      case .ready: nil
      case .missing(let error), .unreadable(let error), .corrupt(let error), .newerFormat(let error): error
      }
    }

    /// A Boolean value that indicates whether writes are refused.
    var refusesWrites: Bool {
      switch self {
      case .ready, .missing, .corrupt: false
      case .unreadable, .newerFormat: true
      }
    }

    /// Returns whether another state is the same to whoever looks from outside.
    func isSame(as other: State) -> Bool {
      switch (self, other) {
      case (.ready, .ready): true
      case (.missing(let left), .missing(let right)), (.unreadable(let left), .unreadable(let right)),
        (.corrupt(let left), .corrupt(let right)),
        (.newerFormat(let left), .newerFormat(let right)):
        left.found == right.found
      default: false
      }
    }
  }
}
