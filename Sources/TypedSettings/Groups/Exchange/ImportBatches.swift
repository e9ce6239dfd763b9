/// The values of an import, written with one batch for each store, or one for each file of a store that has several.
struct ImportBatches {
  /// What one store gets.
  private struct Batch {
    let store: any SettingsStore
    var changes: [SettingsKey: SettingsValue?] = [:]
    /// What the keys of the changes, and others that matter, were found to hold.
    var found: [SettingsKey: SettingsValue?] = [:]
  }

  private let writes: [ImportPlan.Write]
  private var batches: [Batch] = []

  init(_ writes: [ImportPlan.Write]) {
    self.writes = writes
    for write in writes {
      let store = write.link.connection.store
      let place = batches.firstIndex { $0.store === store } ?? batches.endIndex
      if place == batches.endIndex { batches.append(Batch(store: store)) }
      batches[place].changes.updateValue(write.value, forKey: write.link.live.key)
      batches[place].found.merge(write.found) { first, _ in first }
      if let mark = write.mark {
        batches[place].changes.updateValue(mark.value, forKey: mark.key)
        batches[place].found.updateValue(mark.found, forKey: mark.key)
      }
    }
  }

  /// Writes all values.
  ///
  /// - Returns: Whether they are written; if not, somebody has changed a store meanwhile, and nothing was changed.
  /// - Throws: What a store throws. Then nothing was changed, except where it throws ``SettingsError/Code/notSaved``.
  func write() throws(SettingsError) -> Bool {
    var begun: [Batch] = []
    var unsaved: SettingsError?
    for step in batches.flatMap(Self.steps) {
      begun.append(step)
      do {
        if try Self.write(step) { continue }
        begun.removeLast()
        Self.putBack(begun)
        for write in writes where write.mark != nil { write.link.connection.domainVersion?.didMissMark() }
        return false
      } catch {
        let error = Self.error(error, of: step)
        // The values are in place, so the others follow.
        if error.code == .notSaved {
          unsaved = unsaved ?? error
          continue
        }
        Self.putBack(begun)
        throw error
      }
    }
    for write in writes {
      if write.mark != nil { write.link.connection.domainVersion?.didMark() }
      write.link.connection.didWrite(write.value, to: write.link.live)
    }
    if let unsaved { throw unsaved }
    return true
  }

  /// The parts of a batch that the store can write as one step each.
  private static func steps(of batch: Batch) -> [Batch] {
    guard let store = batch.store as? any ConditionalBatchStore else { return [batch] }
    let steps = store.steps(of: batch.changes)
    return steps.map { changes in
      let domains = Set(changes.keys.map(\.domain))
      return Batch(store: store, changes: changes, found: batch.found.filter { domains.contains($0.key.domain) })
    }
  }

  private static func write(_ step: Batch) throws -> Bool {
    if let store = step.store as? any ConditionalBatchStore {
      return try store.set(step.changes, ifUnchanged: step.found)
    }
    try step.store.set(step.changes)
    return true
  }

  /// What a store threw; of several keys nobody knows which one it was.
  private static func error(_ error: any Error, of step: Batch) -> SettingsError {
    if let error = error as? SettingsError { return error }
    let key = step.changes.keys.min { ($0.domain, $0.name) < ($1.domain, $1.name) }
    return key.map { .wrapping(error, key: $0) }
      ?? SettingsError(.storeFailed, found: "a store that failed", advice: "see 'underlying'", underlying: error)
  }

  /// Gives the stores back what they had, as far as nobody has written something else meanwhile.
  ///
  /// The versions of domains stay: they are right for what is stored, and a setting may have been written by them.
  private static func putBack(_ steps: [Batch]) {
    for step in steps.reversed() {
      for (key, value) in step.changes where key.name != SettingsMigration.versionKeyName {
        guard step.store.value(forKey: key) == value else { continue }
        do { _ = try step.store.exchange(value, for: step.found[key] ?? nil, forKey: key) } catch {
          SettingsDiagnostics.report(.wrapping(error, key: key))
        }
      }
    }
  }
}
