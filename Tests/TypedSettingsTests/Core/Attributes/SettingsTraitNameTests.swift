import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct SettingsTraitNameTests {
  @Test func `traits with a name are told apart by it`() {
    let (first, second) = (SettingsTrait(name: "first"), SettingsTrait(name: "second"))
    #expect(first != second)
    #expect(first.isDisjoint(with: second) && !first.isEmpty && !second.isEmpty)
    #expect(first == SettingsTrait(name: "first"))
    #expect(SettingsTrait(name: "secret") == .secret)
    #expect(SettingsTrait(name: "custom3") == SettingsTrait(custom: 3))
  }

  @Test func `a description has the names`() {
    let first = SettingsTrait(name: "first")
    #expect("\([first, .secret] as SettingsTrait)" == "[secret, first]")
    #expect("\(SettingsTrait(custom: 2))" == "[custom2]")
    #expect("\([] as SettingsTrait)" == "[]")
  }

  @Test func `names select settings`() {
    let advanced = SettingsTrait(name: "advanced")
    let group = makeSettings(in: InMemorySettingsStore()) {
      AnyGroup([AnyGroup.record("a", 1, traits: [advanced]), AnyGroup.record("b", 1)])
    }
    #expect(group.settings(withTraits: advanced).map(\.name) == ["a"])
  }

  #if os(Linux) || os(macOS)
    @Test func `a name beyond the limit is reported, and the trait is empty`() async {
      await #expect(processExitsWith: .success) {
        let traits = (0..<24).map { SettingsTrait(name: "trait\($0)") }
        let reported = LockedState<[SettingsError.Code]>([])
        let extra = SettingsDiagnostics.withHandler({ error in reported.withLock { $0.append(error.code) } }) {
          SettingsTrait(name: "one more")
        }
        precondition(Set(traits).count == 24 && traits.allSatisfy { !$0.isEmpty })
        precondition(extra.isEmpty && reported.withLock(\.self) == [.tooManyTraits])
        precondition(SettingsTrait(name: "trait23") == traits[23])
      }
    }
  #endif
}
