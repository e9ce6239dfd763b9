internal import TypedSettingsCore
internal import TypedSettingsForms

/// The outcome of a request that changes settings.
struct SaveOutcome {
  /// The sentence that the page shows.
  var status = ""
  /// The reasons for refused values, by the names of the settings.
  var errors: [String: FieldError] = [:]
  /// The fields of values with a new element that weren't saved, by the names of the settings.
  ///
  /// The user has to fill in an empty element first.
  var extendedFields: [String: [String: String]] = [:]
  /// The fields of values with a new element that a user still has to fill in, by the names of the settings.
  var pendingFields: [String: [String: String]] = [:]
  /// A Boolean value that indicates whether a change that was sent again is refused, because another writer has changed
  /// the setting in the meantime.
  var isOvertaken = false
  /// A Boolean value that indicates whether the status is about something that wasn't done.
  var isIncomplete = false
  /// The settings that another writer has changed at the same time, so that nothing was written.
  var outdated: [String] = []
  /// A Boolean value that indicates whether a value was refused or a setting is locked.
  ///
  /// It's `false` if only the store failed.
  var isRefused = false
}

extension PageSession {
  /// A button of a form.
  private enum Action {
    case save
    /// A change that couldn't be sent at first is saved if no other writer has changed the setting since.
    case resend
    case reset(String)
    case edit(ElementEdit, setting: String)

    init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "save" where parts.count == 1: self = .save
      case "resend" where parts.count == 1: self = .resend
      case "reset" where parts.count == 2: self = .reset(parts[1])
      case "add" where parts.count == 2: self = .edit(.add(parts[1]), setting: FieldName.setting(in: parts[1]))
      case "remove" where parts.count == 2: self = .edit(.remove(parts[1]), setting: FieldName.setting(in: parts[1]))
      default: return nil
      }
    }
  }

  /// An error for settings that other writers have changed at the same time.
  private struct Outdated: Error { let names: [String] }

  /// A change of one setting.
  private struct Change {
    let name: String
    /// The new value; `nil` removes the stored one.
    let value: SettingsValue?
    /// The stored value that the change is based on.
    let base: SettingsValue?
  }

  /// Saves the fields of a form that differ from what the browser was shown, in one step.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - attempts: The number of attempts while other writers change the settings at the same time.
  /// - Returns: The outcome, or `nil` if the fields don't belong to a form of the page.
  func save(_ fields: FormFields, attempts: Int = 8) -> SaveOutcome? {
    guard let action = Action(fields[FormFields.actionName] ?? "save") else { return nil }
    let names = Set(fields.settings)
    guard names.allSatisfy({ settings[$0] != nil }) else { return nil }
    if case .reset(let name) = action, !names.contains(name) { return nil }
    if case .edit(_, let name) = action, !names.contains(name) { return nil }
    let submitted = Dictionary(grouping: fields.values.filter { $0.key != FormFields.actionName }) {
      FieldName.setting(in: $0.key)
    }.mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.value) }) }
    var changes: [Change] = []
    var extendedFields: [String: [String: String]] = [:]
    var outcome = SaveOutcome()
    for name in names.sorted() {
      // Before the row, so that a later change by another writer is noticed.
      let base = writableValue(of: name)
      guard let row = row(named: name) else { continue }
      do throws(FieldError) {
        guard let change = try change(of: row, base, submitted[name] ?? [:], fields, action) else { continue }
        if case .resend = action, row.original != submitted[name]?[FieldName.original(name)] {
          outcome.isOvertaken = true
          throw FieldError(field: name, message: "It was changed elsewhere in the meantime")
        }
        if case .edit(.add(let list), name) = action, let extended = self.extendedFields(of: row, change.value) {
          var pending = extended
          if let element = PendingElement(at: list, in: extended, besides: submitted[name] ?? [:]) {
            pending[element.field.name] = element.field.value
            outcome.pendingFields[name] = pending
            // The other parts that the user has edited are saved now.
            if let edited = try self.change(of: row, base, submitted[name] ?? [:], fields, .save) {
              changes.append(edited)
            }
            continue
          }
          extendedFields[name] = extended
        }
        changes.append(change)
      } catch {
        outcome.errors[name] = error
      }
    }
    let pendingFields = outcome.pendingFields
    if outcome.errors.isEmpty { outcome = apply(changes) }
    outcome.pendingFields = pendingFields
    if changes.isEmpty, !pendingFields.isEmpty { outcome.status = "The new element is saved when it's filled in." }
    if !outcome.outdated.isEmpty, attempts > 1 { return save(fields, attempts: attempts - 1) }
    if !outcome.errors.isEmpty {
      outcome.status = Self.refusal(outcome.errors.count)
      outcome.extendedFields = extendedFields
    }
    return outcome
  }

  /// Returns the fields of a value with a new element, or `nil` if there is no place for it.
  private func extendedFields(of row: FormRow, _ value: SettingsValue?) -> [String: String]? {
    guard let value, row.secret == nil else { return nil }
    let count =
      switch value {
      case .array(let elements): elements.count
      case .dictionary(let members): members.count
      default: 0
      }
    let maximum = settings[row.name]?.storedConstraint?.maximumCount ?? .max
    return count > min(maximum, FormControl.maximumElements) ? nil : row.control.fields(of: value, at: row.name)
  }

  private static func refusal(_ count: Int) -> String {
    count == 1 ? "A value was refused; nothing was changed." : "\(count) values were refused; nothing was changed."
  }

  /// Returns the change of a setting that its fields express, or `nil` if there is none.
  private func change(
    of row: FormRow, _ base: SettingsValue?, _ submitted: [String: String], _ fields: FormFields, _ action: Action
  ) throws(FieldError) -> Change? {
    var edit: ElementEdit?
    switch action {
    case .reset(row.name): return Change(name: row.name, value: nil, base: base)
    case .edit(let change, row.name): edit = change
    case .save, .resend, .reset, .edit: break
    }
    if row.secret != nil {
      // The value of a secret isn't in the form; an empty field leaves it as it is.
      guard let text = submitted[row.name], !text.isEmpty else { return nil }
      guard let value = row.control.value(ofText: text) else {
        throw FieldError(field: row.name, message: row.control.refusal(ofText: text, isSecret: true))
      }
      return Change(name: row.name, value: try typedForm(of: value, in: row), base: base)
    }
    let shown = submitted.filter { $0.key != FieldName.original(row.name) }
    let original = submitted[FieldName.original(row.name)]
    guard edit != nil || original != FormControl.fingerprint(of: shown) else { return nil }
    let value = Result { () throws(FieldError) in
      let value = try row.control.value(of: fields, at: row.name, replacing: row.value, edit: edit)
      return try typedForm(of: value, in: row)
    }
    // Without the new element that isn't filled in yet, nothing may be left to change.
    if submitted.keys.contains(where: FieldName.isPending), case .success(let value) = value, row.shows(value) {
      return nil
    }
    guard row.hasOtherParts(than: original) else {
      return Change(name: row.name, value: try value.get(), base: base)
    }
    if case .success(let value) = value, row.shows(value) { return nil }
    throw FieldError(
      field: row.name, message: "It has changed since, so the change wasn't saved; the current value is shown")
  }

  /// Returns the stored form of a value that a control edits.
  private func typedForm(of value: SettingsValue, in row: FormRow) throws(FieldError) -> SettingsValue {
    guard let setting = settings[row.name] else { return value }
    do throws(SettingsError) { return try row.control.typedForm(of: value, for: setting) } catch {
      throw FieldError(field: row.name, message: error.found.capitalizedFirst)
    }
  }

  /// Makes changes in one step, and remembers how to undo them.
  private func apply(_ changes: [Change]) -> SaveOutcome {
    var outcome = write(changes)
    guard outcome.errors.isEmpty else { return outcome }
    // An observer that adjusts a value does so before the write returns, so its value is a part of the change.
    let items = changes.compactMap { change -> UndoStep.Item? in
      let newValue = writableValue(of: change.name)
      guard change.base != newValue, let title = settings[change.name]?.formTitle else { return nil }
      return UndoStep.Item(name: change.name, title: title, oldValue: change.base, newValue: newValue)
    }
    if !items.isEmpty {
      undoSteps.append(UndoStep(identifier: nextVersion(), items: items))
      if undoSteps.count > PageLimit.undoSteps { undoSteps.removeFirst() }
    }
    if outcome.status.isEmpty {
      outcome.status = items.isEmpty ? "Nothing was changed." : "Saved: \(items.map(\.title).joined(separator: ", "))."
    }
    return outcome
  }

  private func writableValue(of name: String) -> SettingsValue? {
    settings[name].flatMap { $0.inspect().writableValue }
  }

  /// Undoes the last change, unless a setting has changed since.
  ///
  /// - Parameter fields: The fields, which identify the change that the browser was shown.
  /// - Returns: The outcome. If the last change is now another one, nothing is undone.
  func undo(_ fields: FormFields) -> SaveOutcome {
    guard let step = undoSteps.last else {
      return SaveOutcome(status: "There is nothing to undo.", isIncomplete: true)
    }
    if let shown = fields[FormFields.stepName], shown != "\(step.identifier)" {
      return SaveOutcome(status: "The last change is another one now, so nothing was undone.", isIncomplete: true)
    }
    var outcome = write(step.items.map { Change(name: $0.name, value: $0.oldValue, base: $0.newValue) })
    // If only the store fails, another attempt must not undo another change.
    if outcome.errors.isEmpty || outcome.isRefused || !outcome.outdated.isEmpty { undoSteps.removeLast() }
    if let item = step.items.first(where: { outcome.outdated.contains($0.name) }) {
      outcome.status = "\(item.title) has changed since, so nothing was undone."
      outcome.errors = [
        item.name: FieldError(field: item.name, message: "It has changed since, so the change can't be undone")
      ]
    } else if !outcome.errors.isEmpty {
      outcome.status = Self.refusal(outcome.errors.count)
    } else if !outcome.isIncomplete {
      outcome.status = "Undone: \(step.title)."
    }
    return outcome
  }

  /// Makes changes in one step.
  private func write(_ changes: [Change]) -> SaveOutcome {
    var outcome = SaveOutcome()
    for name in changes.map(\.name) {
      guard let setting = settings[name], let error = setting.store.writeError(forKey: setting.key) else { continue }
      outcome.errors[name] = FieldError(field: name, message: error.found.capitalizedFirst)
      if error.code == .locked { outcome.isRefused = true }
    }
    guard outcome.errors.isEmpty, !changes.isEmpty else { return outcome }
    do {
      try SettingsDraft.transaction(of: groups, make: { Groups(makeGroups()) }) { draft in
        let keys = Set(changes.compactMap { settings[$0.name]?.key })
        let changed = draft.allSettings.map(\.setting).filter { keys.contains($0.key) }
        let members = Dictionary(changed.map { ($0.key, $0) }) { first, _ in first }
        var refusals: [SettingsError] = []
        for change in changes {
          // The change of another instance would be in effect at once, without the others and the group's rules.
          let key = settings[change.name]?.key
          guard let member = key.flatMap({ members[$0] }), member.store === draft.store else {
            refusals.append(.groupsAreNotNew(key))
            continue
          }
          guard let value = change.value else {
            member.reset()
            continue
          }
          do throws(SettingsError) { try member.setEncodedValue(value) } catch { refusals.append(error) }
        }
        // The draft has remembered the values that it changes, and notices later changes by other writers.
        let outdated = changes.filter { writableValue(of: $0.name) != $0.base }
        if !outdated.isEmpty { throw Outdated(names: outdated.map(\.name)) }
        if !refusals.isEmpty {
          outcome.isRefused = true
          throw SettingsError(.refused, found: "refused", advice: "", reasons: refusals)
        }
      }
    } catch let error as Outdated {
      outcome.outdated = error.names
      for name in error.names {
        outcome.errors[name] = FieldError(field: name, message: "It was changed elsewhere at the same time")
      }
    } catch {
      let reasons = (error as? SettingsError)?.reasons ?? []
      if reasons.contains(where: { $0.code == .notSaved }) {
        outcome.status = "The change is in effect, but it couldn't be saved yet."
        outcome.isIncomplete = true
        return outcome
      }
      outcome.errors = fieldErrors(of: changes, because: reasons)
    }
    return outcome
  }

  /// Returns the errors for changes that a transaction refuses, by the names of their settings.
  private func fieldErrors(of changes: [Change], because reasons: [SettingsError]) -> [String: FieldError] {
    var reasons = reasons
    // The reasons would be about all settings of a group, not only about those that the user has changed.
    if reasons.contains(where: { $0.code == .outsideDraft }) {
      reasons = changes.map { SettingsError.groupsAreNotNew(settings[$0.name]?.key) }
    }
    // A transaction collects the refusals of its settings; each is found by its key.
    let names = Dictionary(settings.map { ($0.value.key, $0.key) }) { first, _ in first }
    var errors: [String: FieldError] = [:]
    for reason in reasons {
      let field = reason.key.flatMap { names[$0] }
      for name in field.map({ [$0] }) ?? changes.map(\.name) where errors[name] == nil {
        errors[name] = FieldError(field: name, message: reason.found.capitalizedFirst)
      }
    }
    for name in changes.map(\.name) where reasons.isEmpty {
      errors[name] = FieldError(field: name, message: "The store refused the change")
    }
    return errors
  }
}

extension SettingsError {
  fileprivate static func groupsAreNotNew(_ key: SettingsKey?) -> SettingsError {
    SettingsError(
      .refused, key: key, found: "the closure of the page must make new groups for each change",
      advice: "create the groups inside of the closure, in the current store; nothing was changed")
  }
}
