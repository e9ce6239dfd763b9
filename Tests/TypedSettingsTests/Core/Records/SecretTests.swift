import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct SecretTests {
  private static let key = SettingsKey(domain: "com.example.mail", name: "MailSettingsPassword")

  private func record(in store: any SettingsStore, traits: SettingsTrait = [.secret]) -> SettingRecord<String> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "password", key: Self.key, default: "", traits: traits, coding: .automatic)
    }
  }

  @Test func `a file refuses a secret and changes nothing`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("mail.json"))
    let password = record(in: store)
    let error = #expect(throws: SettingsError.self) { try password.set("hunter2") }
    #expect(error?.code == .secretRefused)
    #expect(error?.key == Self.key)
    #expect(password.value == "")
    #expect(store.value(forKey: Self.key) == nil)
  }

  @Test func `the assignment of a refused secret is reported once`() throws {
    let folder = try TemporaryFolder()
    let password = record(in: FileSettingsStore(file: folder.file("mail.json")))
    let reported = reports { password.value = "hunter2" }
    #expect(reported.map(\.code) == [.secretRefused])
  }

  @Test func `a file that allows secrets stores them`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("mail.json"), allowsSecrets: true)
    try record(in: store).set("hunter2")
    #expect(store.value(forKey: Self.key) == "hunter2")
  }

  @Test func `an existing secret in a file is read and can be removed`() throws {
    let folder = try TemporaryFolder()
    let store = FileSettingsStore(file: folder.file("mail.json"))
    try store.set("hunter2", forKey: Self.key)
    let password = record(in: store)
    #expect(password.value == "hunter2")
    password.reset()
    #expect(store.value(forKey: Self.key) == nil)
  }

  @Test func `an update of a refused secret throws`() throws {
    let folder = try TemporaryFolder()
    let password = record(in: FileSettingsStore(file: folder.file("mail.json")))
    #expect(throws: SettingsError.self) { try password.update { $0 = "hunter2" } }
    #expect(password.value == "")
  }

  @Test func `no text shows a secret`() throws {
    let store = InMemorySettingsStore()
    let password = record(in: store)
    let changes = Log<SettingsChange>()
    let token = store.observe(Self.key) { changes.append($0) }
    password.value = "hunter2"
    store.removeObserver(token)
    var texts = ["\(password)", "\(password.inspect())", "\(password.inspect().layers)", "\(changes.elements)"]
    for value in [password as Any, password.inspect(), password.inspect().layers, changes.elements] {
      texts.append(String(reflecting: value))
      var dumped = ""
      dump(value, to: &dumped)
      texts.append(dumped)
    }
    for text in texts { #expect(!text.contains("hunter2")) }
    #expect("\(password)" == "password = (secret)")
  }

  @Test func `a record that is not secret shows its value`() {
    let password = record(in: InMemorySettingsStore([Self.key: "hunter2"]), traits: [])
    #expect("\(password)" == "password = hunter2")
    #expect("\(password.inspect())" == #"password: "hunter2" from store; store: "hunter2""#)
  }
}
