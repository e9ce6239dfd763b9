internal import TypedSettingsCore

// Saving the state after the values, and comparing values again that couldn't be read.

extension SyncSession {
  /// Saves the state, after the values that it refers to.
  ///
  /// If a power failure took back values and not their records, the earlier values would count as new edits.
  func save() {
    discardSnapshot()
    unsavedKeys.formUnion(engine.memory.takeChangedKeys())
    do { try settings.flush(unsavedKeys) } catch { return didFailToFlush(error) }
    failedFlushCount = 0
    do {
      if try !saveChange() { try saveAll() }
      unsavedKeys = []
      isUnsaved = false
      failures.end(.saving)
    } catch {
      (isUnsaved, saved) = (true, nil)
      report(.notSaved(context.storage, error), of: .saving)
      saveAgain(after: failures.pause(before: .saving))
    }
  }

  /// Appends the changed entries and records to the saved state.
  ///
  /// - Returns: `false` if everything has to be saved, because something else has changed too, or because the changes
  ///   would take more room than the state.
  private func saveChange() throws -> Bool {
    let (memory, declarations) = (engine.memory, settings.declarations)
    let hasSecrets = unsavedKeys.contains { key in
      declarations[key]?.isSecret == true || memory.state[key]?.flags.contains(.secret) == true
    }
    guard let saved, memory.remainder == saved.remainder, memory.lostStamps.isEmpty, !hasSecrets else { return false }
    let change = memory.encodedChange(of: unsavedKeys)
    let size = saved.size + change.count
    guard size <= saved.limit, try context.storage.append(change, after: saved.size) else { return false }
    self.saved?.size = size
    return true
  }

  private func saveAll() throws {
    let bytes = engine.memory.encoded(secretKeys: settings.secretKeys)
    try context.storage.save(bytes)
    saved = SavedState(size: bytes.count, remainder: engine.memory.remainder)
  }

  /// Reports the first failure in succession, and tries again after a pause of one second to about four minutes.
  private func didFailToFlush(_ error: any Error) {
    if failedFlushCount == 0 { SettingsDiagnostics.report(.settingsNotFlushed(error)) }
    let pause = Duration.seconds(1 << min(failedFlushCount, 8))
    failedFlushCount += 1
    saveAgain(after: pause)
  }

  private func saveAgain(after duration: Duration) {
    flushing?.cancel()
    flushing = pause(for: duration, then: .recovered)
  }

  /// Tries again what failed before: saving the state, and reading settings.
  func catchUp() {
    if failedFlushCount > 0 || isUnsaved { save() }
    let unreliable = settings.unreliableContents
    let contents = settings.contents(of: unread)
    unread.formUnion(unreliable.keys)
    if unread.isDisjoint(with: contents.keys) { return }
    unread.subtract(contents.keys)
    let unchanged = contents.filter { recovered[$0.key] == $0.value }.keys
    recovered = recovered.filter { unread.contains($0.key) }
    if settings.hasVariableDeclarations {
      // The versions of the values couldn't be read either.
      let declarations = settings.declarations
      for key in contents.keys where engine.declarations[key] != nil { engine.declarations[key] = declarations[key] }
    }
    sync.shared.withLock { shared in
      for key in contents.keys {
        guard let setting = settings.description(of: key) else { continue }
        shared.refusals[setting.key] = nil
      }
    }
    perform(
      engine.resume(contents, recovered: Set(unchanged), isPartial: !unreliable.isEmpty, at: context.clock.now()))
    declare()
  }
}

/// The state in the storage of a session, to which changes are appended.
struct SavedState {
  /// The number of bytes.
  var size: Int
  /// The number of bytes at which everything is saved again.
  let limit: Int
  /// The parts that aren't saved with a change.
  let remainder: SyncReplicaState

  init(size: Int, remainder: SyncReplicaState) {
    self.size = size
    self.remainder = remainder
    limit = min(2 * size + (64 << 10), SyncReplicaState.maximumSize)
  }
}
