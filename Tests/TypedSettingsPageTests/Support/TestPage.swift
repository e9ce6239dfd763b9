import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsPage

/// A generator that returns the same numbers in each run.
struct CountingGenerator: RandomNumberGenerator {
  private var last: UInt64 = 0

  mutating func next() -> UInt64 {
    // SplitMix64.
    last &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (last ^ (last >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A page without connections, and a browser that has opened it.
struct TestPage {
  let session: PageSession
  let access: PageAccess
  let settings: StudioSettings
  let store: any SettingsStore

  init(
    store: any SettingsStore = InMemorySettingsStore(),
    groups: @escaping @Sendable () -> [any SettingsGroup] = { [StudioSettings()] }
  ) {
    var random = CountingGenerator()
    access = PageAccess(names: ["127.0.0.1", "localhost"], port: 8080, secrets: PageSecrets(using: &random))
    session = PageSession(title: "Studio", access: access, store: store, groups: groups)
    settings = StudioSettings.make(alternateStore: store)
    self.store = store
  }

  var cookie: String { "\(access.cookieName)=\(access.session)" }

  /// Returns a path of the page in the folder of the run.
  func place(_ target: String) -> String { access.root + target.dropFirst() }

  func get(_ target: String) async -> PageResponse {
    await session.response(
      to: PageRequest("GET", place(target), headers: [("Host", "127.0.0.1:8080"), ("Cookie", cookie)]))
  }

  func post(_ target: String, _ type: String, _ body: String) async -> PageResponse {
    await session.response(
      to: PageRequest(
        "POST", place(target),
        headers: [
          ("Host", "127.0.0.1:8080"), ("Cookie", cookie), ("Origin", "http://127.0.0.1:8080"), ("Content-Type", type),
        ], body: Array(body.utf8)))
  }

  /// Sends the fields of settings as a form without a script does, after changing some.
  ///
  /// - Parameters:
  ///   - names: The settings of the form.
  ///   - edits: The fields to change; `nil` leaves a field out.
  ///   - action: The button.
  /// - Returns: The response.
  @discardableResult
  func save(_ names: [String], _ edits: [String: String?] = [:], action: String = "save") async -> PageResponse {
    await send(pairs(of: names), edits, action: action)
  }

  /// Sends fields that the page has or had as a form without a script does, after changing some.
  ///
  /// - Parameters:
  ///   - pairs: The fields.
  ///   - edits: The fields to change; `nil` leaves a field out.
  ///   - action: The button.
  /// - Returns: The response.
  @discardableResult
  func send(
    _ pairs: [(String, String)], _ edits: [String: String?] = [:], action: String = "save"
  ) async -> PageResponse {
    var pairs = pairs
    for (name, value) in edits {
      pairs.removeAll { $0.0 == name }
      if let value { pairs.append((name, value)) }
    }
    pairs.append(("action", action))
    let body = pairs.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }.joined(separator: "&")
    return await post("/save", "application/x-www-form-urlencoded", body)
  }

  /// Presses the button that adds an element, and then fills the element in.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - list: The list.
  ///   - edits: The fields of the element; with none, the element stays empty.
  /// - Returns: The response with the empty element, or the one after it was filled in.
  @discardableResult
  func add(_ name: String, to list: String, _ edits: [String: String?] = [:]) async -> PageResponse {
    let pending = await save([name], action: "add:\(list)")
    return edits.isEmpty ? pending : await send(pending.pairs(of: name), edits)
  }

  /// The fields of settings as the page has them.
  func pairs(of names: [String]) async -> [(String, String)] {
    var pairs: [(String, String)] = []
    for name in names {
      guard let row = await session.row(named: name) else { continue }
      pairs += [(FormFields.settingName, name), (FieldName.original(name), row.original)]
      pairs += row.fields.map { ($0.key, $0.value) }
    }
    return pairs
  }
}

extension PageResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the part of the document that shows a setting.
  func markup(of name: String) -> String? {
    text.components(separatedBy: "<div class=\"row").first { $0.contains("id=\"row-\(name)\"") }
  }

  /// The fields of a setting in the document, as a browser sends them.
  func pairs(of name: String) -> [(String, String)] {
    let markup = self.markup(of: name) ?? ""
    let inputs = markup.matches(of: /<input ([^>]*)>/).compactMap { match -> (String, String)? in
      let attributes = Dictionary(
        match.1.matches(of: /([a-z-]+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
      ) { first, _ in first }
      guard let name = attributes["name"], attributes["type"] != "checkbox" || attributes["checked"] != nil else {
        return nil
      }
      return (name, attributes["value"] ?? "")
    }
    let texts = markup.matches(of: /<textarea [^>]*name="([^"]*)"[^>]*>\n([^<]*)</).map {
      (String($0.1), String($0.2))
    }
    let menus = markup.matches(of: /<select [^>]*name="([^"]*)".*?<option value="([^"]*)" selected=""/).map {
      (String($0.1), String($0.2))
    }
    return inputs + texts + menus
  }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
