import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats

/// Values that are written often, and indexed only when they are looked up.
@Suite struct FreshValueTests {
  private let contents = FileContents()

  private func key(_ number: Int) -> SettingsKey { SettingsKey(domain: "com.example", name: "key \(number)") }

  /// Writes randomly in every possible way.
  ///
  /// - Returns: The values, and the number of the record of each.
  private func write(_ seed: UInt64, times: Int) -> [SettingsKey: (value: SettingsValue?, number: UInt64)] {
    var generator = SeededGenerator(seed: seed)
    var expected: [SettingsKey: (value: SettingsValue?, number: UInt64)] = [:]
    for number in 1...UInt64(times) {
      let key = key(generator.number(below: 20))
      let value: SettingsValue? = generator.number(below: 10) == 0 ? nil : .unsigned(number)
      if generator.number(below: 5) == 0 {
        _ = contents.apply([(key, value)], number: number, origin: .external)
      } else {
        // A value that the contents know, or one of another store that hasn't found the file yet.
        let live = generator.number(below: 10) == 0 ? LiveValue(key: key) : contents.liveValue(forKey: key)
        var staged = FileEffects.Staged()
        _ = contents.apply(value, to: live, number: number, origin: .local, staging: &staged)
      }
      expected[key] = (value, number)
    }
    return expected
  }

  @Test(arguments: 0..<20)
  func `the last of many writes is the value`(seed: UInt64) {
    for (key, expected) in write(seed, times: 100) { #expect(contents.value(forKey: key) == expected.value) }
  }

  @Test(arguments: 0..<20)
  func `the document lacks the values written after its last record`(seed: UInt64) {
    let expected = write(seed, times: 100)
    _ = contents.markCheckpointed(upTo: 70, isRead: true, format: .json)
    let lacking = Set(contents.uncheckpointedChanges().map(\.change.key))
    #expect(lacking == Set(expected.filter { $0.value.number > 70 }.keys))
  }

  @Test func `a document contains the last written values`() {
    let live = contents.liveValue(forKey: key(1))
    var staged = FileEffects.Staged()
    _ = contents.apply(1, to: live, number: 1, origin: .local, staging: &staged)
    _ = contents.apply(2, to: live, number: 2, origin: .local, staging: &staged)
    #expect(contents.snapshot()[key(1)] == 2)
    _ = contents.apply(3, to: live, number: 3, origin: .local, staging: &staged)
    #expect(contents.snapshot()[key(1)] == 3)
  }

  @Test func `a key written last is listed in its domain`() {
    var staged = FileEffects.Staged()
    let live = contents.liveValue(forKey: key(1))
    _ = contents.apply(1, to: live, number: 1, origin: .local, staging: &staged)
    #expect(contents.keys(inDomain: "com.example") == [key(1)])
  }

  @Test func `a value written last conflicts with an edit`() {
    var staged = FileEffects.Staged()
    let live = contents.liveValue(forKey: key(1))
    _ = contents.apply(1, to: live, number: 1, origin: .local, staging: &staged)
    var edited = DocumentTree()
    edited[key(1)] = 2
    #expect(contents.replaceDocument(with: edited, format: .json).conflicts == [key(1)])
  }
}
