import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// Documents that no export has produced.
struct HostileImportTests {
  private func outcome(of data: Data, in store: InMemorySettingsStore = InMemorySettingsStore()) -> SettingsError.Code?
  {
    do throws(SettingsError) {
      _ = try AnyGroup.ofAllKinds(in: store).import(data)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    arguments: [
      "", " ", "{", "[]", "{}", "5", "\"text\"", "null", "not a document", "bplist00", "<plist></plist>",
      #"{ "com.example.exchange": { "count": 5 } }"#, #"{ "$typedSettingsExport": 1, "com.example.exchange": 5 }"#,
      #"{ "$typedSettingsExport": 1, "com.example.exchange": { "count": 1 }"#,
      #"{ "$typedSettingsExport": 1, "com.example.exchange": { "count": 1 } } x"#,
    ]) func `data that is not an export is malformed and changes nothing`(text: String)
  {
    let store = InMemorySettingsStore()
    #expect(outcome(of: Data(text.utf8), in: store) == .malformed)
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test(
    arguments: [
      ("{", "correct the document"), ("[]", "correct the document"), ("{}", "import an exported document"),
    ]) func `an error about data that isn't an export has advice for the document`(text: String, advice: String)
  {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore())
    let error = #expect(throws: SettingsError.self) { try group.import(Data(text.utf8)) }
    #expect(error?.advice == "\(advice); nothing was changed")
  }

  @Test func `a document that nests too deep is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(outcome(of: exchangeDocument("\"list\": \(deep)")) == .tooDeep)
    #expect(outcome(of: exchangeDocument("\"unknown\": \(deep)")) == .tooDeep)
  }

  @Test func `a document of too many values is refused`() {
    let many = String(repeating: "0,", count: SettingsValue.maximumCount)
    #expect(outcome(of: exchangeDocument("\"list\": [\(many)0]")) == .tooLarge)
  }

  @Test(arguments: exportFormats) func `a document truncated anywhere is an error and changes nothing`(
    format: FileSettingsStore.Format
  ) throws {
    let data = try AnyGroup.ofAllKinds(in: InMemorySettingsStore(valuesOfAllKinds)).export(format)
    let end = format == .json ? data.count - 1 : data.count - 2
    for length in 0..<end {
      let store = InMemorySettingsStore()
      #expect(outcome(of: data.prefix(length), in: store) != nil, "\(length)")
      #expect(store.keys(inDomain: exchangeDomain) == [])
    }
  }

  @Test(arguments: exportFormats) func `a document with damaged bytes is imported whole or not at all`(
    format: FileSettingsStore.Format
  ) throws {
    let data = try AnyGroup.ofAllKinds(in: InMemorySettingsStore(valuesOfAllKinds)).export(format)
    var generator = SeededGenerator(seed: 7)
    var (importCount, errorCount) = (0, 0)
    for _ in 0..<500 {
      var damaged = data
      for _ in 0...generator.number(below: 3) {
        damaged[generator.number(below: data.count)] = UInt8(truncatingIfNeeded: generator.next())
      }
      let store = InMemorySettingsStore()
      var expected: [SettingsKey: SettingsValue] = [:]
      do throws(SettingsError) {
        let report = try AnyGroup.ofAllKinds(in: store).import(damaged)
        for change in report.changed { expected[change.key] = change.newValue }
        #expect(report.refused.isEmpty)
        importCount += 1
      } catch {
        errorCount += 1
      }
      let keys = try #require(store.keys(inDomain: exchangeDomain))
      #expect(Set(keys) == Set(expected.keys))
      #expect(keys.allSatisfy { store.value(forKey: $0) == expected[$0] })
    }
    #expect(importCount > 0 && errorCount > 0, "\(importCount) imports, \(errorCount) errors")
  }
}
