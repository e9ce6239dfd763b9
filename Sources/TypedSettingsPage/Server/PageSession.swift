internal import TypedSettingsCore
internal import TypedSettingsForms

/// The state of one run of the page: the settings, the changes that can be undone, and the browsers that follow.
///
/// It turns requests into responses, and knows nothing of connections.
actor PageSession {
  /// Several groups as one.
  final class Groups: SettingsGroup {
    let groups: [any SettingsGroup]
    /// The current store at the time when the groups were made.
    let store = PreferenceContext.store

    init(_ groups: [any SettingsGroup]) { self.groups = groups }

    func enumerateSettings(into list: inout SettingsList) {
      for group in groups { list.appendSettings(of: group) }
    }
  }

  /// A change that can be undone.
  struct UndoStep {
    struct Item {
      let name: String
      let title: String
      let oldValue: SettingsValue?
      let newValue: SettingsValue?
    }

    let identifier: Int
    let items: [Item]

    var title: String { items.count == 1 ? items[0].title : "\(items.count) settings" }
  }

  /// A browser that follows changes.
  private struct Subscriber {
    let wake: AsyncStream<Void>.Continuation
    /// The hashes of the rows that the browser has.
    var rows: [String: Int]
    var undo: HTML
    /// The settings that may have changed, or `nil` for all of them.
    var changed: Set<String>?
    /// A Boolean value that indicates whether a line is due that keeps the connection open.
    var isBeatDue = false
  }

  let access: PageAccess
  let title: String
  let groups: Groups
  let makeGroups: @Sendable () -> [any SettingsGroup]
  /// The settings by the names that they have in forms.
  nonisolated let settings: [String: any Setting]
  var undoSteps: [UndoStep] = []

  private let entries: [(name: String, section: String?, form: ValueForm)]
  private let indices: [String: Int]
  /// The names of the settings by their keys.
  private let names: [SettingsKey: String]
  /// The hashes of the rows of the last documents, by their versions.
  private var documents: [(version: Int, rows: [String: Int])] = []
  private var version = 0
  private var subscribers: [Int: Subscriber] = [:]
  private var subscriberCount = 0

  /// Creates the state.
  ///
  /// - Parameters:
  ///   - title: The title of the page.
  ///   - access: The rules that decide which requests are answered.
  ///   - store: The store of the settings.
  ///   - groups: A closure that makes new groups in the current store.
  init(
    title: String, access: PageAccess, store: any SettingsStore, groups: @escaping @Sendable () -> [any SettingsGroup]
  ) {
    self.title = title
    self.access = access
    makeGroups = groups
    let base = PreferenceContext.$store.withValue(store) { Groups(groups()) }
    self.groups = base
    let names = Self.names(of: base.allSettings.map { ($0.name, $0.setting.key) })
    self.names = names
    settings = Dictionary(Self.named(base), uniquingKeysWith: { first, _ in first })
    entries = FormSection.sections(of: base).flatMap { section in
      section.entries.compactMap { entry in
        names[entry.setting.key].map { ($0, section.title, FormItem.form(of: entry.setting)) }
      }
    }.filter { [settings] entry in settings[entry.name] != nil }.uniqued()
    indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// Returns the settings with the names that they have in forms.
  static func named(_ groups: Groups) -> [(String, any Setting)] {
    let settings = groups.allSettings
    let names = names(of: settings.map { ($0.name, $0.setting.key) })
    var known: Set<SettingsKey> = []
    return settings.compactMap { _, setting in
      guard let name = names[setting.key], known.insert(setting.key).inserted else { return nil }
      return (name, setting)
    }
  }

  /// Returns a name for each key: the setting's name, and a number if something else has the same name.
  private static func names(of settings: [(name: String, key: SettingsKey)]) -> [SettingsKey: String] {
    var names: [SettingsKey: String] = [:]
    // The other fields of a form have these names.
    var counts = [FormFields.settingName: 1, FormFields.actionName: 1]
    for (name, key) in settings where names[key] == nil {
      counts[name, default: 0] += 1
      names[key] = counts[name].map { $0 == 1 ? name : "\(name):\($0)" }
    }
    return names
  }

  /// Returns a number that is greater than all before.
  func nextVersion() -> Int {
    version += 1
    return version
  }

  /// The change that can be undone, or `nil` if there is none.
  private var undoable: PageRenderer.Undo? {
    undoSteps.last.map { PageRenderer.Undo(identifier: $0.identifier, title: $0.title) }
  }

  // MARK: Rows

  /// The rows in the order of the sections.
  func rows() -> [FormRow] { entries.compactMap { row(named: $0.name) } }

  /// Returns the row of a setting, or `nil` if there is none with the name.
  func row(named name: String) -> FormRow? {
    guard let setting = settings[name], let index = indices[name] else { return nil }
    let entry = entries[index]
    let item = FormItem(setting, form: entry.form)
    let fields = item.secret == nil ? item.control.fields(of: item.value, at: name) : [:]
    var row = FormRow(
      name: name, title: setting.formTitle, section: entry.section, control: item.control, fields: fields,
      original: FormControl.fingerprint(of: fields))
    row.value = item.value
    row.help = help(of: item)
    row.isModified = item.isModified
    row.lock = item.lock
    row.secret = item.secret
    row.notice = item.notice
    row.titles = item.titles
    if item.isModified { row.defaultText = item.defaultValue.flatMap(row.text) }
    return row
  }

  private func help(of item: FormItem) -> [String] {
    var help = (item.setting.documentation ?? "").split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n")
      return lines.joined(separator: Markdown.isList(lines) ? "\n" : " ")
    }
    help += item.notes
    // A control for dates of a browser has no time zone.
    if Self.hasDates(item.control) { help.append("The time is in UTC.") }
    return help
  }

  /// Returns whether a control, or a part of it, edits dates.
  private static func hasDates(_ control: FormControl) -> Bool {
    switch control {
    case .date, .timestamp: true
    case .optional(let control), .list(let control, _), .map(let control, _): hasDates(control)
    case .group(let members): members.contains { hasDates($0.control) }
    case .toggle, .integer, .number, .choices, .text, .color, .data, .document: false
    }
  }

  // MARK: Documents

  /// Returns the document of the page.
  ///
  /// - Parameters:
  ///   - status: The outcome of the last request.
  ///   - search: The text of the search.
  ///   - submitted: The rows of values that weren't saved, which replace the current ones.
  ///   - isRefusal: A Boolean value that indicates whether values were refused.
  /// - Returns: The response.
  func document(
    status: String, search: PageSearch, showing submitted: [String: FormRow] = [:], isRefusal: Bool = false
  ) -> PageResponse {
    let shown = rows().map { submitted[$0.name] ?? $0 }
    var renderer = PageRenderer(title: title, rows: shown, undo: undoable, version: nextVersion())
    documents.append((renderer.version, shown.hashes))
    if documents.count > PageLimit.documents { documents.removeFirst() }
    renderer.search = search
    renderer.status = status
    renderer.isFailure = isRefusal
    return PageResponse(isRefusal ? .unprocessable : .ok, type: "text/html; charset=utf-8", renderer.html.source)
  }

  /// Returns the rows that differ from those of a document; all rows if the document isn't known.
  func rows(since version: Int?) -> [FormRow] {
    guard let known = documents.last(where: { $0.version == version })?.rows else { return rows() }
    return rows().filter { known[$0.name] != $0.hashValue }
  }

  /// Returns the rows and the button for undoing as JSON for the script.
  func update(rows: [FormRow], outcome: SaveOutcome? = nil) -> String {
    let version = nextVersion()
    var members: [String: SettingsValue] = [
      "rows": .dictionary(
        Dictionary(rows.map { ($0.name, .string($0.html(version: version).source)) }) { first, _ in first }),
      "undo": .string(PageRenderer.undoForm(undoable).source),
    ]
    if let outcome {
      members["ok"] = .bool(outcome.errors.isEmpty)
      members["overtaken"] = .bool(outcome.isOvertaken)
      members["status"] = .string(outcome.status)
    }
    // The members are text and truth values, which JSON can represent.
    do throws(SettingsError) { return try JSONWriter.text(of: .dictionary(members)) } catch { return "{}" }
  }

  // MARK: Live changes

  /// A Boolean value that indicates whether another browser can follow changes.
  var canSubscribe: Bool { subscribers.count < PageLimit.eventStreams }

  /// Adds a browser that follows changes; `nil` if there are too many.
  ///
  /// - Parameter version: The version of the document that the browser has; `nil` if it may have later changes.
  /// - Returns: The number of the browser, and an element for each change; `nil` if there are too many browsers.
  func subscribe(since version: Int? = nil) -> (identifier: Int, wakes: AsyncStream<Void>)? {
    guard canSubscribe else { return nil }
    let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    subscriberCount += 1
    // The first update has all rows that may have changed since the browser got the page.
    let known = documents.last { $0.version == version }?.rows ?? [:]
    subscribers[subscriberCount] = Subscriber(wake: continuation, rows: known, undo: .empty)
    continuation.yield()
    return (subscriberCount, wakes)
  }

  /// Removes a browser.
  func unsubscribe(_ identifier: Int) { subscribers.removeValue(forKey: identifier)?.wake.finish() }

  /// Returns the changes since the last call for a browser as an event; `nil` if there are none.
  func event(for identifier: Int) -> String? {
    guard var subscriber = subscribers[identifier] else { return nil }
    let candidates = subscriber.changed.map { $0.sorted().compactMap(row) } ?? rows()
    let changed = candidates.filter { subscriber.rows.updateValue($0.hashValue, forKey: $0.name) != $0.hashValue }
    let undo = PageRenderer.undoForm(undoable)
    let isBeatDue = subscriber.isBeatDue
    let isChanged = !changed.isEmpty || subscriber.undo != undo
    subscriber.undo = undo
    subscriber.isBeatDue = false
    subscriber.changed = []
    subscribers[identifier] = subscriber
    // A comment keeps the connection open.
    guard isChanged else { return isBeatDue ? ":\n\n" : nil }
    let data = update(rows: changed)
    // A browser that connects again names the last event that it got.
    return "id: \(version)\ndata: \(data)\n\n"
  }

  /// Notifies the browsers that follow changes.
  ///
  /// - Parameter names: The settings that may have changed.
  func wakeSubscribers(changing names: Set<String> = []) {
    for identifier in subscribers.keys { subscribers[identifier]?.changed?.formUnion(names) }
    for subscriber in subscribers.values { subscriber.wake.yield() }
  }

  /// Makes the next event for a browser at least a line that keeps the connection open.
  func beat(for identifier: Int) {
    subscribers[identifier]?.isBeatDue = true
    // A change of another kind, such as a lock with the same value, is found now.
    subscribers[identifier]?.changed = nil
    subscribers[identifier]?.wake.yield()
  }

  /// Notifies the browsers of changes in the store until the task is canceled.
  func followChanges() async {
    for await change in groups.changes { wakeSubscribers(changing: names[change.setting.key].map { [$0] } ?? []) }
  }
}

extension Array where Element == (name: String, section: String?, form: ValueForm) {
  /// The elements with different names.
  fileprivate func uniqued() -> Self {
    var known: Set<String> = []
    return filter { known.insert($0.name).inserted }
  }
}

extension [FormRow] {
  /// The hashes of the rows by their names.
  fileprivate var hashes: [String: Int] { Dictionary(map { ($0.name, $0.hashValue) }) { first, _ in first } }
}
