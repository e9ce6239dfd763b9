internal import TypedSettingsCore

// Saving the state after the values, and comparing values again that couldn't be read.

extension SyncSession {
  /// Saves the state, after the values that it refers to.
  ///
  /// If a power failure took back values and not their records, the earlier values would count as new edits.
  func save() {
    discardSnapshot()
    let changedKeys = engine.takeChangedKeys()
    publishChanges(of: changedKeys)
    unsavedKeys.formUnion(changedKeys)
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
  /// - Returns: `false` if everything has to be saved.
  private func saveChange() throws -> Bool {
    let declarations = settings.declarations
    guard let saved,
      let change = saved.change(
        to: engine.memory, of: unsavedKeys, isSecret: { declarations[$0]?.isSecret == true }),
      try context.storage.append(change, after: saved.size)
    else { return false }
    self.saved?.size += change.count
    return true
  }

  private func saveAll() throws {
    let bytes = engine.memory.encoded(secretKeys: settings.secretKeys)
    try context.storage.save(bytes)
    saved = SyncSavedState(engine.memory, size: bytes.count)
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
