import Testing
import TypedSettings

struct CommandLineCostTests {
  @Test func `many settings are declared in linear time`() {
    let store = CommandLineSettingsStore(arguments: [])
    let start = processorTime()
    for number in 0..<4_000 {
      _ = store.open(SettingDeclaration(name: "n", key: exchangeKey("n\(number)"), valueType: Int.self))
    }
    #expect(processorTime() - start < .seconds(isSanitized ? 10 : 2))
  }

  @Test func `a name is reported whether the earlier or the later setting declares it`() {
    let store = CommandLineSettingsStore(arguments: [])
    let option = SettingsAttributes().setting(\.option, to: ["size"])
    func declare(_ name: String, _ attributes: SettingsAttributes = SettingsAttributes()) -> [SettingsError.Code] {
      reports {
        _ = store.open(
          SettingDeclaration(name: name, key: exchangeKey(name), valueType: Int.self, attributes: attributes))
      }.map(\.code)
    }
    #expect(declare("other") == [])
    #expect(declare("size") == [])
    #expect(declare("first", option) == [.ambiguousOption])
    #expect(declare("first", option) == [])
    #expect(declare("second", option) == [.ambiguousOption])
    #expect(declare("Size") == [.ambiguousOption])
  }
}
