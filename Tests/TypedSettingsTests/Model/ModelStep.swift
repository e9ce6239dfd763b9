import TypedSettings

/// A layer of the model's stores; stores without layers have only the user's.
enum ModelLayer: String, Hashable, Sendable, CaseIterable { case managed, user, shared }

/// A step of a sequence.
enum ModelStep: Hashable, Sendable {
  /// An instance of a class of settings.
  enum Instance: String, Hashable, Sendable, CaseIterable {
    case first, second
    /// An instance of the earlier program's class.
    case earlier
    /// The instance of a draft.
    case draft

    var modelClass: ModelClass { self == .earlier ? .earlier : .current }

    static let persistent: [Instance] = [.first, .second, .earlier]
  }

  /// A call of a record's method.
  enum Write: Hashable, Sendable {
    case set(SettingsValue), assign(SettingsValue), assignCurrent
    case update(SettingsValue), updateUnchanged
    case edit(SettingsValue), touch
    case reset
    case setEncoded(SettingsValue), setCurrentEncoded
    case migrate
  }

  /// A write and the name of the setting.
  struct Change: Hashable, Sendable {
    let write: Write
    let name: String
  }

  enum Resolution: String, Hashable, Sendable, CaseIterable { case refuse, overwrite, keepStored }

  case write(Change, Instance)
  /// Another part of the program writes a value with the method of the store, or to a layer of the store.
  case store(SettingsValue?, String, in: ModelLayer?)
  case transaction([Change])
  case export
  case `import`([String: SettingsValue], skipsRefused: Bool)
  case startDraft, revertDraft, apply(Resolution)
  // Writes that failed succeed again before the file changes, so that its values can be migrated.

  /// A person edits the document, and the program reads it again.
  case editFile(SettingsValue?, String)
  /// Another process writes a value to the file, and the program reads it.
  case otherProcess(SettingsValue?, String)
  case writeDocument
  /// The program ends, and starts again.
  case reopen(kills: Bool)
  /// Writes fail until they succeed again.
  case fail, succeed
}

extension ModelStep {
  /// The names of the settings that the step is about; those of all settings if it's about the stores.
  var names: Set<String> {
    switch self {
    case .write(let change, _): [change.name]
    case .store(_, let name, _), .editFile(_, let name), .otherProcess(_, let name): [ModelSchema.currentName(of: name)]
    case .transaction(let changes): Set(changes.map(\.name))
    case .import(let values, _): Set(values.keys)
    case .startDraft, .revertDraft, .apply, .writeDocument, .reopen: Set(ModelSchema.names)
    case .export, .fail, .succeed: []
    }
  }
}

extension ModelStep: CustomStringConvertible {
  /// The step in Swift; the code of a test differs only in its types.
  var description: String {
    switch self {
    case .write(let change, let instance): change.text(in: instance.rawValue)
    case .store(let value, let name, let layer):
      "try \(layer?.rawValue ?? "store").set(\(Self.text(value)), forKey: \"\(name)\")"
    case .transaction(let changes):
      "try first.transaction { \(changes.map { $0.text(in: "$0") }.joined(separator: "; ")) }"
    case .import(let values, let skipsRefused):
      "try first.import(\(SettingsValue.dictionary(values)), refused: .\(skipsRefused ? "skip" : "fail"))"
    case .export: "try first.export()"
    case .startDraft: "draft = first.draft()"
    case .revertDraft: "draft.revert()"
    case .apply(let resolution): "try draft.apply(.\(resolution.rawValue))"
    case .editFile(let value, let name): "write \(Self.text(value)) for \"\(name)\" into the document; store.refresh()"
    case .otherProcess(let value, let name):
      "try otherProcess.set(\(Self.text(value)), forKey: \"\(name)\"); store.refresh()"
    case .writeDocument: "try store.writeDocuments()"
    case .reopen(let kills): "\(kills ? "kill" : "end") the process and start it again"
    case .fail: "store.failWrites(with: error)"
    case .succeed: "store.succeed()"
    }
  }

  fileprivate static func text(_ value: SettingsValue?) -> String { value.map { "\($0)" } ?? "nil" }
}

extension ModelStep.Change {
  func text(in instance: String) -> String {
    let (property, record) = ("\(instance).\(name)", "\(instance).$\(name)")
    return switch write {
    case .set(let form): "try \(record).set(\(form))"
    case .assign(let form): "\(property) = \(form)"
    case .assignCurrent: "\(property) = \(property) as it was read"
    case .update(let form): "try \(record).update { $0 = \(form) }"
    case .updateUnchanged: "try \(record).update { _ in }"
    case .edit(let form): "edit(&\(property)) { $0 = \(form) }"
    case .touch: "edit(&\(property)) { _ in }"
    case .reset: "\(record).reset()"
    case .setEncoded(let form): "try \(record).setEncodedValue(\(form))"
    case .setCurrentEncoded: "try \(record).setEncodedValue(\(record).encodedValue!)"
    case .migrate: "try \(record).migrate()"
    }
  }
}

extension ModelStep.Write {
  /// Whether an error is reported, because the call can't throw.
  var isReporting: Bool {
    switch self {
    case .assign, .assignCurrent, .edit, .touch, .reset: true
    case .set, .update, .updateUnchanged, .setEncoded, .setCurrentEncoded, .migrate: false
    }
  }
}
