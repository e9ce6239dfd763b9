extension [ImportPlan.Write] {
  /// Writes all values in one batch.
  ///
  /// - Returns: Whether they are written; if not, somebody has changed a store meanwhile, and nothing was changed.
  /// - Throws: What a store throws. Then nothing was changed, except where it throws ``SettingsError/Code/notSaved``.
  func commit() throws(SettingsError) -> Bool {
    var batch = SettingsBatch()
    for write in self { write.add(to: &batch) }
    do {
      guard try SettingsChange.Origin.$ofBatch.withValue(.import, operation: { try batch.write() }) else {
        for write in self where write.mark != nil { write.link.connection.domainVersion?.didMissMark() }
        return false
      }
    } catch  where SettingsError.isOfUnsavedChange(error) {
      noteWritten()
      throw .importFailed(error)
    } catch {
      throw .importFailed(error)
    }
    noteWritten()
    return true
  }

  private func noteWritten() {
    for write in self {
      if write.mark != nil { write.link.connection.domainVersion?.didMark() }
      write.link.connection.didWrite(write.value, to: write.link.live)
    }
  }
}

extension ImportPlan.Write {
  fileprivate func add(to batch: inout SettingsBatch) {
    let connection = link.connection
    batch.change(link.live.key, to: value, in: connection.store)
    for (key, value) in found { batch.expect(value, forKey: key, in: connection.store) }
    guard let mark, let version = connection.domainVersion else { return }
    batch.change(mark.key, to: mark.value, in: version.store)
    batch.expect(mark.found, forKey: mark.key, in: version.store)
  }
}
