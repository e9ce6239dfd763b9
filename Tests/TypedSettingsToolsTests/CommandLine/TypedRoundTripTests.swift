import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsTools

/// The text of every value is read as the same value, wherever a person types it.
struct TypedRoundTripTests {
  private func run(_ arguments: [String], _ type: TypedCase, in store: any SettingsStore, input: String = "") async
    -> ToolRun
  {
    await ToolRun(arguments, in: store, input: input) { [type.group(in: PreferenceContext.store)] }
  }

  /// Returns a store for each value of a type.
  private func stores(of type: TypedCase) throws -> [InMemorySettingsStore] {
    try (0..<type.count).map { index in
      let store = InMemorySettingsStore()
      try type.set(index, type.group(in: store).setting)
      return store
    }
  }

  @Test(arguments: TypedCase.all)
  func `What get prints can be set`(type: TypedCase) async throws {
    for store in try stores(of: type) {
      let form = store.value(forKey: TypedCase.key)
      let output = await run(["get", "value"], type, in: store).output
      let text = String(output.dropLast())
      let copy = InMemorySettingsStore()
      let set = await run(["set", "value=\(text)"], type, in: copy)
      #expect(set.code == 0, "\(text): \(set.errors)")
      #expect(copy.value(forKey: TypedCase.key) == form, "\(text)")
      #expect(await run(["get", "value"], type, in: copy).output == output)
      let typed = InMemorySettingsStore()
      #expect(await run(["set", "value"], type, in: typed, input: output).code == 0)
      #expect(typed.value(forKey: TypedCase.key) == form, "\(text)")
    }
  }

  @Test(arguments: TypedCase.all)
  func `What get prints as JSON can be set`(type: TypedCase) async throws {
    for store in try stores(of: type) {
      let form = store.value(forKey: TypedCase.key)
      let output = await run(["get", "--json", "value"], type, in: store).output
      guard case .dictionary(let members) = try JSONReader.value(of: output), let member = members["value"] else {
        Issue.record("\(output)")
        continue
      }
      let text = try JSONWriter.text(of: member)
      let copy = InMemorySettingsStore()
      let set = await run(["set", "--json", "value=\(text)"], type, in: copy)
      #expect(set.code == 0, "\(text): \(set.errors)")
      #expect(copy.value(forKey: TypedCase.key) == form, "\(text)")
    }
  }

  @Test(arguments: TypedCase.all)
  func `The environment and the arguments of a process are read in the same way`(type: TypedCase) async throws {
    for store in try stores(of: type) {
      let value = type.group(in: store).setting.encodedValue
      let text = String(await run(["get", "value"], type, in: store).output.dropLast())
      let arguments = type.group(in: CommandLineSettingsStore(arguments: ["--value=\(text)"])).setting
      #expect(arguments.encodedValue == value, "\(text)")
      #expect(arguments.issues.isEmpty, "\(text): \(arguments.issues)")
      if text.isEmpty { continue }
      let environment = type.group(in: EnvironmentSettingsStore(environment: ["VALUE": text])).setting
      #expect(environment.encodedValue == value, "\(text)")
      #expect(environment.isSet)
      #expect(environment.issues.isEmpty, "\(text): \(environment.issues)")
    }
  }

  @Test(arguments: TypedCase.all)
  func `The fields of a form are read as the value that they show`(type: TypedCase) async throws {
    for store in try stores(of: type) {
      let setting = type.group(in: store).setting
      let item = FormItem(setting)
      let fields = item.control.fields(of: item.value, at: "value")
      // A date field has no fractions of a second, so it keeps those of the current value.
      let read = try item.control.value(of: fields, at: "value", replacing: item.value)
      let copy = InMemorySettingsStore()
      try type.group(in: copy).setting.setEncodedValue(try item.control.typedForm(of: read, for: setting))
      #expect(copy.value(forKey: TypedCase.key) == store.value(forKey: TypedCase.key), "\(fields)")
    }
  }

  @Test(arguments: TypedCase.all)
  func `Text that looks like a mistake is refused everywhere`(type: TypedCase) async throws {
    for text in type.mistakes {
      let store = InMemorySettingsStore()
      let set = await run(["set", "value=\(text)"], type, in: store)
      #expect(set.code == 3, "\(text): \(set.errors)")
      #expect(store.value(forKey: TypedCase.key) == nil, "\(text)")
      let typed = InMemorySettingsStore()
      #expect(await run(["set", "value"], type, in: typed, input: text).code == 3, "\(text)")

      let layer = CommandLineSettingsStore(arguments: ["--value=\(text)"])
      let group = type.group(in: layer)
      #expect(layer.problems(for: group).map(\.code) == [.undecodable], "\(text)")
      #expect(group.setting.issues.count == 1, "\(text)")
      #expect(group.setting.source == .default, "\(text)")
      if text.isEmpty { continue }
      for policy in [SettingsLayer.InvalidValuePolicy.stop, .fallThrough] {
        let user = InMemorySettingsStore()
        try type.set(type.count - 1, type.group(in: user).setting)
        let environment = EnvironmentSettingsStore(environment: ["VALUE": text])
        let layers = LayeredSettingsStore([
          .layer("environment", environment, invalidValues: policy), .writable("user", user),
        ])
        let setting = type.group(in: layers).setting
        #expect(setting.source == (policy == .stop ? .default : .layer("user")), "\(text)")
        #expect(setting.isLocked == (policy == .stop), "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("Date", "@1700000000", "2023-11-14T22:13:20Z"), ("Date", "@-1.5", "1969-12-31T23:59:58.5Z"),
    ("Date as text", "@1700000000", "2023-11-14T22:13:20Z"), ("Date?", "@0", "1970-01-01T00:00:00Z"),
    ("Date", "2001-01-01", "2001-01-01T00:00:00Z"), ("enum Int", "7", "topLeft"), ("enum Int", "topLeft", "topLeft"),
    ("enum Int?", "2", "right"), ("enum Int?", "null", "null"), ("Bool as Int", "2", "false"),
    ("Bool as Int", "true", "true"), ("Bool? as Int", "0", "null"), ("Bool? as Int", "null", "null"),
    ("enum without raw values", "back", "back"), ("enum with a description", "2", "2"), ("Bool", "yes", "true"),
    ("Int", "5.0", "5"), ("Int", "1e3", "1000"), ("Double", "5", "5.0"), ("String?", "\"null\"", "\"null\""),
    ("String?", "\"a\"", "\"a\""), ("String", "null", "null"), ("SettingsValue", "[", "["),
    ("SettingsValue", "\"5\"", "\"5\""), ("SettingsValue", "5", "5"), ("JSON data", "[\"a\"]", "[\"a\"]"),
    ("convertible", "50", "50"), ("closures", "7", "7"), ("[String]", " [ \"a\" ] ", "[\"a\"]"),
  ])
  func `Text has several forms, of which get prints one`(name: String, text: String, shown: String) async throws {
    let type = try #require(TypedCase.all.first { $0.description == name })
    let store = InMemorySettingsStore()
    let set = await run(["set", "value=\(text)"], type, in: store)
    #expect(set.code == 0, "\(set.errors)")
    #expect(await run(["get", "value"], type, in: store).output == "\(shown)\n")
  }

  @Test(arguments: ["Bool", "Bool?", "Bool as Int", "Bool? as Int"])
  func `An option without a value is true, and its negation false`(name: String) throws {
    let type = try #require(TypedCase.all.first { $0.description == name })
    for (argument, text) in [("--value", "true"), ("--no-value", "false")] {
      let setting = type.group(in: CommandLineSettingsStore(arguments: [argument])).setting
      let linked = try #require(setting as? any LinkedSetting)
      #expect(setting.encodedValue.map(linked.text) == text)
    }
  }
}
