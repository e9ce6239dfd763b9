internal import TypedSettingsCore
internal import TypedSettingsFormats

// Restoring values from the files beside a broken document.

extension SettingsFolder {
  /// The values to use in place of a broken document, and where they come from.
  struct Recovery: Sendable {
    var tree = DocumentTree()
    /// The number of the last record whose changes the tree contains.
    var upTo: UInt64 = 0
    let source: String
    /// The documents from which the journals lead to the tree; `nil` if the tree may lack values.
    var documents: Set<DocumentFingerprint?>?

    /// A Boolean value that indicates whether the values were read from the broken document.
    var isSalvaged = false

    /// Returns whether the tree has at least the values of a document that was read before the broken one.
    func includes(_ document: DocumentFingerprint) -> Bool { documents?.contains(document) ?? false }

    /// Returns the values of the last readable document, with those that could be read from the broken one.
    func completed(with last: DocumentTree, upTo number: UInt64) -> Recovery {
      var last = last
      if isSalvaged { last.merge(tree) }
      return Recovery(tree: last, upTo: number, source: "the last values stay")
    }
  }

  /// Recovers values from the previous document and the journal that leads from it to the broken one.
  ///
  /// - Parameters:
  ///   - bytes: The broken document.
  ///   - format: Its format.
  ///   - history: The journals that follow the broken document.
  /// - Returns: The values. If there is no previous document, these are the settings before the first syntax error.
  func recover(_ bytes: [UInt8], _ format: DocumentFormat, _ history: JournalHistory) -> Recovery {
    var tree = DocumentTree()
    var fingerprint: DocumentFingerprint?
    switch readDocument(names.previous) {
    case .document(let previous, let found, _):
      tree = previous
      fingerprint = found.fingerprint
    case .missing: break
    case .unreadable, .corrupt:
      return Recovery(source: "the previous file can't be read either, so only the journal is used")
    }
    let bridge = readBridge(to: history)
    if let bridge, let upTo = lastRecord(of: fingerprint, in: bridge, before: history) {
      for (key, change) in bridge.changes where change.number > upTo { tree[key] = change.value }
      let documents = Set(bridge.documents.keys).union(history.documents.keys)
      return Recovery(tree: tree, source: "the previous file is used, with all later changes", documents: documents)
    }
    if let upTo = history.lastRecord(ofComplete: fingerprint) {
      return Recovery(
        tree: tree, upTo: upTo, source: "the previous file is used, with all later changes",
        documents: Set(history.documents.keys))
    }
    if fingerprint == nil {
      guard let salvaged = salvage(bytes, format) else {
        let rest = history.changes.isEmpty ? "no values are available" : "only the journal is used"
        return Recovery(source: "there is no previous file, so \(rest)")
      }
      return Recovery(
        tree: salvaged, source: "there is no previous file, so the settings before the syntax error are used",
        isSalvaged: true)
    }
    for (key, change) in bridge?.changes ?? [:] { tree[key] = change.value }
    return Recovery(tree: tree, source: "the previous file is used, and later changes may be missing")
  }

  /// Returns the number of the last record of a bridge that the previous document contains; `nil` if the bridge doesn't
  /// begin at this document.
  private func lastRecord(
    of document: DocumentFingerprint?, in bridge: JournalHistory, before history: JournalHistory
  ) -> UInt64? {
    if let number = bridge.lastRecord(ofComplete: document) { return number }
    // A document that was edited by hand. The bridge doesn't mention it, and the next journal does so in its header.
    let isEdited = bridge.documents[document] == nil && history.documents[document] != nil
    return isEdited ? bridge.checkpointed : nil
  }

  /// Decodes the settings before the first syntax error of a broken document; returns `nil` if there are none.
  private func salvage(_ bytes: [UInt8], _ format: DocumentFormat) -> DocumentTree? {
    guard format == .json, let value = JSONSalvage.value(of: bytes, levels: context.layout.levels) else { return nil }
    return nilOnFailure { try DocumentTree(value, context.layout) }
  }

  /// Reads the journal that leads from the previous document to the present one, if it exists.
  private func readBridge(to history: JournalHistory) -> JournalHistory? {
    // The caller reports that changes may be missing.
    nilOnFailure {
      guard case .journal(let journal, let contents) = try findJournal(names.previousJournal),
        journal.header.identity == history.predecessor
      else { return nil }
      var bridge = JournalHistory(history.budget)
      // A journal that exceeds the budget can't be used.
      bridge.add(contents, of: journal.header)
      bridge.decode()
      return bridge.isIncomplete ? nil : bridge
    }
  }

  /// Finds the keys that were edited in the document although the journal holds a later value.
  ///
  /// - Parameters:
  ///   - tree: The edited document.
  ///   - format: Its format.
  ///   - history: The journals that follow the document before the edit.
  /// - Returns: The keys.
  func conflicts(of tree: DocumentTree, _ format: DocumentFormat, with history: JournalHistory) -> [SettingsKey] {
    guard !history.changes.isEmpty, case .document(let previous, let found, _) = readDocument(names.previous),
      history.documents[found.fingerprint] != nil
    else { return [] }
    let keys = history.changes.filter { key, change in
      change.number > history.checkpointed && !format.isSame(tree[key], previous[key])
    }.keys
    // A power cut may have removed the record of a new document.
    return edited(Array(keys), in: tree, format, history)
  }

  /// Returns the keys whose values in a document no journal has held, so that they must have been edited.
  func edited(
    _ keys: [SettingsKey], in tree: DocumentTree, _ format: DocumentFormat, _ history: JournalHistory
  ) -> [SettingsKey] {
    if keys.isEmpty { return [] }
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, tree[$0]) })
    var edited = history.keys(withoutPast: values, format)
    if let bridge = readBridge(to: history) { edited.formIntersection(bridge.keys(withoutPast: values, format)) }
    return Array(edited)
  }
}
