import Crypto
import Foundation
import OwnStores
import Testing
import TypedSettings
import TypedSettingsTesting

private var secret: SymmetricKey { SymmetricKey(data: Data(repeating: 7, count: 32)) }

/// A text that Base64 can't contain.
private let plainText = "open sesame!"

struct EncryptingSettingsStoreTests {
  private let memory = InMemorySettingsStore()
  private let store: EncryptingSettingsStore
  private let settings: AccountSettings

  init() {
    store = EncryptingSettingsStore(memory, secret: secret)
    settings = AccountSettings.make(alternateStore: store)
  }

  @Test(arguments: WrappedKind.allCases)
  func `a store that encrypts another one meets the requirements`(kind: WrappedKind) throws {
    let folder = try TemporaryFolder()
    try verifySettingsStore { EncryptingSettingsStore(kind.make(in: folder), secret: secret) }
  }

  // MARK: The encrypted form

  @Test func `the wrapped store holds no plain text`() throws {
    settings.name = plainText
    let form = try #require(memory.value(forKey: nameKey))
    #expect(!"\(form)".contains(plainText))
    #expect(!"\(form)".contains(Data(plainText.utf8).base64EncodedString()))
  }

  @Test func `the files hold no plain text`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    let settings = AccountSettings.make(alternateStore: EncryptingSettingsStore(file, secret: secret))
    try settings.$token.set(plainText)
    try file.flush()
    try file.writeDocuments()
    try #require(try folder.bytes.range(of: Data(tokenKey.name.utf8)) != nil)
    #expect(try folder.bytes.range(of: Data(plainText.utf8)) == nil)
  }

  @Test(arguments: ["json", "plist"])
  func `the next process reads the values from the document`(format: String) throws {
    let folder = try TemporaryFolder()
    let document = folder.file("settings.\(format)")
    let file = FileSettingsStore(file: document)
    try EncryptingSettingsStore(file, secret: secret).set(["data": .data(Data([1, 2]))], forKey: nameKey)
    try file.writeDocuments()
    // Another path, so that the second store shares no state with the first one.
    let copy = folder.file("copy.\(format)")
    try FileManager.default.copyItem(at: document, to: copy)
    let reopened = EncryptingSettingsStore(FileSettingsStore(file: copy), secret: secret)
    #expect(reopened.value(forKey: nameKey) == ["data": .data(Data([1, 2]))])
  }

  @Test func `a setting that is set to its value keeps its form`() throws {
    try store.set(50, forKey: lengthKey)
    let form = memory.value(forKey: lengthKey)
    try store.set(50, forKey: lengthKey)
    #expect(memory.value(forKey: lengthKey) == form)
  }

  @Test func `a secret setting is accepted by an encrypted file`() throws {
    let folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    let settings = AccountSettings.make(alternateStore: EncryptingSettingsStore(file, secret: secret))
    try settings.$token.set(plainText)
    #expect(settings.token == plainText)
  }

  // MARK: Forms that can't be decrypted

  /// Settings that are decrypted with another secret.
  private var strangers: AccountSettings {
    let other = SymmetricKey(size: .bits256)
    return AccountSettings.make(alternateStore: EncryptingSettingsStore(memory, secret: other))
  }

  @Test func `a wrong secret gives the default`() {
    settings.sessionLength = 50
    withoutReports { #expect(strangers.sessionLength == 25) }
  }

  @Test func `a value that can't be decrypted is reported once`() {
    settings.sessionLength = 50
    let reports = Log<SettingsError>()
    SettingsDiagnostics.withHandler(reports.append) {
      let strangers = strangers
      for _ in 1...3 { _ = strangers.sessionLength }
    }
    #expect(reports.elements.map(\.key) == [lengthKey])
  }

  @Test func `a value that can't be decrypted keeps its form`() {
    settings.sessionLength = 50
    let form = memory.value(forKey: lengthKey)
    withoutReports { _ = strangers.sessionLength }
    #expect(memory.value(forKey: lengthKey) == form)
  }

  @Test func `a value that can't be decrypted can be replaced`() throws {
    settings.sessionLength = 50
    try withoutReports {
      let strangers = strangers
      try strangers.$sessionLength.set(30)
      #expect(strangers.sessionLength == 30)
    }
  }

  @Test func `the form of one key can't be read under another key`() {
    settings.name = plainText
    memory.set(memory.value(forKey: nameKey), forKey: cityKey)
    withoutReports { #expect(settings.city == "") }
  }

  // MARK: Observers

  @Test func `an observer is notified of plain values`() throws {
    let values = Log<SettingsValue?>()
    let token = store.observe(lengthKey) { values.append($0.newValue) }
    defer { store.removeObserver(token) }
    try store.set(50, forKey: lengthKey)
    try store.set(nil, forKey: lengthKey)
    #expect(values.elements == [50, nil])
  }

  @Test func `a stream delivers plain values`() async throws {
    var lengths = settings.$sessionLength.values.makeAsyncIterator()
    #expect(await lengths.next() == 25)
    try EncryptingSettingsStore(memory, secret: secret).set(50, forKey: lengthKey)
    #expect(await lengths.next() == 50)
  }

  @Test func `an equal assignment notifies no observers`() throws {
    try store.set(50, forKey: lengthKey)
    let changes = Log<SettingsChange>()
    let token = store.observe(lengthKey) { changes.append($0) }
    defer { store.removeObserver(token) }
    try store.set(50, forKey: lengthKey)
    settings.sessionLength = 50
    #expect(changes.elements == [])
  }
}

// MARK: - Layers

struct EncryptedLayerTests {
  private let managed = InMemorySettingsStore()
  private let settings: AccountSettings
  // Last, because the store of the settings writes its document before the folder is removed.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let file = FileSettingsStore(file: folder.file("settings.json"))
    settings = AccountSettings.make(
      alternateStore: LayeredSettingsStore([
        .layer("managed", managed), .writable("user", EncryptingSettingsStore(file, secret: secret)),
        .layer("recommended", InMemorySettingsStore([lengthKey: 10])),
      ]))
  }

  @Test func `a layer above an encrypted file locks a setting`() throws {
    managed.set(90, forKey: lengthKey)
    let error = #expect(throws: SettingsError.self) { try settings.$sessionLength.set(50) }
    #expect(error?.code == .locked)
  }

  @Test func `a layer below an encrypted file is a recommendation`() {
    #expect(settings.sessionLength == 10)
  }

  @Test func `an encrypted layer has its plain value beside the other layers`() {
    settings.sessionLength = 50
    let layers = settings.$sessionLength.inspect().layers
    #expect(layers.map(\.layer) == ["managed", "user", "recommended"])
    #expect(layers.map(\.value) == [nil, 50, 10])
  }
}

// MARK: - Transactions

struct EncryptedTransactionTests {
  private struct Failure: Error {}

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: WrappedKind.allCases)
  func `a transaction changes all settings`(kind: WrappedKind) throws {
    let store = EncryptingSettingsStore(kind.make(in: folder), secret: secret)
    let settings = AccountSettings.make(alternateStore: store)
    try settings.transaction { draft in
      draft.sessionLength = 50
      draft.name = "Blue"
    }
    #expect([store.value(forKey: lengthKey), store.value(forKey: nameKey)] == [50, "Blue"])
  }

  @Test(arguments: WrappedKind.allCases)
  func `a transaction that the wrapped store refuses changes nothing`(kind: WrappedKind) throws {
    let wrapped = FaultInjectingSettingsStore(kind.make(in: folder))
    let settings = AccountSettings.make(alternateStore: EncryptingSettingsStore(wrapped, secret: secret))
    settings.sessionLength = 30
    wrapped.failWrites(with: Failure())
    #expect(throws: (any Error).self) {
      try settings.transaction { draft in
        draft.sessionLength = 50
        draft.name = "Blue"
      }
    }
    #expect((settings.sessionLength, settings.name) == (30, ""))
  }

  @Test(arguments: WrappedKind.allCases)
  func `a transaction that meets an outside change runs again`(kind: WrappedKind) throws {
    let wrapped = kind.make(in: folder)
    let settings = AccountSettings.make(alternateStore: EncryptingSettingsStore(wrapped, secret: secret))
    let outside = AccountSettings.make(alternateStore: EncryptingSettingsStore(wrapped, secret: secret))
    var runCount = 0
    try settings.transaction { draft in
      runCount += 1
      draft.sessionLength += 1
      draft.name = "Blue"
      if runCount == 1 { outside.sessionLength = 40 }
    }
    #expect((runCount, settings.sessionLength, settings.name) == (2, 41, "Blue"))
  }
}
