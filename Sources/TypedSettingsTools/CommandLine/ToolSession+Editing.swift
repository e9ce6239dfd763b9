internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats
internal import TypedSettingsForms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ToolSession {
  /// Lets the user edit the settings as a text, and makes the changes in one step.
  ///
  /// Secret settings, settings that aren't stored, and those that can't be written aren't part of the text.
  func edit() throws {
    let edited = settings.filter { _, setting in
      !setting.traits.contains(.secret) && !setting.traits.contains(.transient)
        && setting.store.writeError(forKey: setting.key) == nil
    }
    for (_, setting) in edited {
      try checkReadable(setting)
      try checkWritable(setting)
    }
    let document = EditedDocument(entries: edited.map(entry), title: "The settings of '\(tool.command)'")
    let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = folder.appending(path: "settings.json")
    try Data(document.text.utf8).write(to: file)
    do { try edit(document, in: file) } catch {
      // The text of the user isn't lost with the attempt.
      if try Data(contentsOf: file) == Data(document.text.utf8) {
        try FileManager.default.removeItem(at: folder)
        throw error
      }
      let failure = error as? ToolFailure ?? ToolFailure(error)
      throw ToolFailure(mistakes: [failure, ToolFailure(failure.code, "your text is kept in '\(file.path)'")])
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// Lets the user edit a text until it has no mistakes, and makes the changes.
  private func edit(_ document: EditedDocument, in file: URL) throws {
    var document = document
    while true {
      try tool.console.edit(file.path, ProcessInfo.processInfo.environment)
      let mistakes = try apply(&document, [UInt8](try Data(contentsOf: file)))
      if mistakes.isEmpty { return }
      for mistake in mistakes {
        note("\(file.path):\(mistake.position.line):\(mistake.position.column): \(mistake.text)")
      }
      guard try asksAgain() else { throw ToolFailure(.refused, "the text has mistakes; nothing was changed") }
    }
  }

  /// Makes the changes in a text, and returns the mistakes that prevent it.
  ///
  /// A setting that was changed by others meanwhile has its present value in the document afterwards, so that the user
  /// can decide to overwrite it.
  private func apply(_ document: inout EditedDocument, _ bytes: [UInt8]) throws -> [EditedDocument.Mistake] {
    let edits: [(name: String, change: EditedDocument.Change)]
    do throws(EditedDocument.Mistakes) { edits = try document.changes(in: bytes) } catch { return error.list }
    if edits.isEmpty {
      note("nothing was changed")
      return []
    }
    var mistakes: [EditedDocument.Mistake] = []
    var changes: [Change] = []
    for (name, edit) in edits {
      guard let (_, setting) = settings.first(where: { $0.name == name }) else { continue }
      let present = value(of: setting)
      if document.rebase(name, onto: present) {
        let text = "'\(name)' was changed to \(present.jsonText) at the same time; keep your line to overwrite it"
        mistakes.append(EditedDocument.Mistake(position: edit.position, text: text))
        continue
      }
      switch edit {
      case .reset: changes.append(Change(setting: setting, edit: .remove))
      case .set(let value, let position):
        do throws(SettingsError) {
          let form = try (setting as? any LinkedSetting)?.value(ofJSON: value) ?? value
          changes.append(Change(setting: setting, edit: .set(.success(form)), text: value.jsonText))
        } catch {
          let message = refusal(error, ofText: value.jsonText).messages.joined(separator: "; ")
          mistakes.append(EditedDocument.Mistake(position: position, text: message))
        }
      }
    }
    if !mistakes.isEmpty { return mistakes }
    do { try change(changes) } catch let failure as ToolFailure where failure.code == .refused {
      return failure.messages.map { EditedDocument.Mistake(position: position(of: $0, in: edits), text: $0) }
    }
    note("\(Self.text(ofCount: changes.count)) changed")
    return []
  }

  /// Returns the position of the change that a message begins with the name of, or of the first one.
  private func position(
    of message: String, in edits: [(name: String, change: EditedDocument.Change)]
  ) -> TextPosition {
    (edits.first { message.hasPrefix("\($0.name):") || message.hasPrefix("\($0.name).") } ?? edits.first)?.change
      .position
      ?? TextPosition()
  }

  /// Asks whether the user wants to correct mistakes, if there is a terminal.
  private func asksAgain() throws -> Bool {
    guard let ask = tool.console.ask else { return false }
    let answer = try ask("Edit again? [Y/n] ", false)
    return answer.map { !String(decoding: $0, as: UTF8.self).lowercased().hasPrefix("n") } ?? false
  }

  /// The value of a setting as JSON that a user can type.
  private func value(of setting: any Setting) -> SettingsValue {
    setting.encodedValue.map { setting.named(DocumentFormat.json.canonical($0)) } ?? .null
  }

  private func entry(_ member: Named) -> EditedDocument.Entry {
    let (name, setting) = member
    let schema = SettingsSchema.Entry(of: setting, named: name)
    var remarks = [schema.title, schema.documentation].compactMap(\.self).flatMap { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    if let choices = choices(of: setting, schema) {
      remarks.append("One of: \(choices.joined(separator: ", ")).")
    } else if let constraint = setting.namedValidation {
      remarks.append("\(constraint.message.prefix(1).uppercased())\(constraint.message.dropFirst()).")
    }
    if let deprecation = schema.deprecation { remarks.append("Deprecated: \(deprecation)") }
    return EditedDocument.Entry(
      name: name, remarks: remarks, value: value(of: setting), isSet: setting.storedValue != nil)
  }
}

extension EditedDocument.Change {
  /// The position of the new value; the start of the text if the setting was removed.
  fileprivate var position: TextPosition { if case .set(_, let position) = self { position } else { TextPosition() } }
}
