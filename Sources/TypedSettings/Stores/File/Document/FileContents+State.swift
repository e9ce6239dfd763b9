extension FileContents {
  struct State {
    /// A key whose value is in the journal and not in the document.
    struct Uncheckpointed {
      /// The number of the key's last record; the greatest of all while it has none.
      var number: UInt64
      /// What the document has.
      let documentValue: SettingsValue?
    }

    /// A value that was written, and is not in its place yet.
    private struct Fresh {
      let live: LiveValue
      var value: SettingsValue?
      var number: UInt64
    }

    var tree = DocumentTree()
    var live: [String: [String: LiveValue]] = [:]
    /// Further live values of keys that have one: those of stores that found the file later than others.
    var twins: [SettingsKey: [LiveValue]] = [:]
    var uncheckpointed: [SettingsKey: Uncheckpointed] = [:]

    /// The values that were written last, each of another key.
    ///
    /// What is written often is written many times in a row; to find its place by its name each time would take as long
    /// as everything else a write does in memory.
    private var fresh: ContiguousArray<Fresh> = []
    private static let freshCapacity = 8
  }
}

extension FileContents.State {
  /// Puts the values in their places that are not there yet; to be called before anybody looks for one.
  @inline(__always)
  mutating func settle() { if !fresh.isEmpty { settleAll() } }

  private mutating func settleAll() {
    for entry in fresh { place((entry.live.key, entry.value), entry.number) }
    fresh.removeAll(keepingCapacity: true)
  }

  /// Takes a value that is in a record.
  mutating func put(_ change: FileContents.Change, _ number: UInt64) {
    settle()
    place(change, number)
  }

  /// Takes the value of a live value that is in a record.
  mutating func put(_ value: SettingsValue?, of live: LiveValue, _ number: UInt64) {
    for index in fresh.indices where fresh[index].live === live {
      fresh[index].value = value
      fresh[index].number = number
      return
    }
    if fresh.count == Self.freshCapacity { settleAll() }
    // Of two live values of a key, only one may be among the fresh ones: nobody could tell which is the later.
    if self.live[live.key.domain]?[live.key.name] === live {
      fresh.append(Fresh(live: live, value: value, number: number))
    } else {
      put((live.key, value), number)
    }
  }

  private mutating func place(_ change: FileContents.Change, _ number: UInt64) {
    if let index = uncheckpointed.index(forKey: change.key) {
      uncheckpointed.values[index].number = number
    } else {
      uncheckpointed[change.key] = Uncheckpointed(number: number, documentValue: tree[change.key])
    }
    tree[change.key] = change.value
  }
}
