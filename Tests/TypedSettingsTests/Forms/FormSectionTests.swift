import Testing
import TypedSettings

@testable import TypedSettingsForms

@Suite("Sections of forms") struct FormSectionTests {
  private let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { FormFixture() }

  @Test func `sections are in the order in which they first appear`() {
    let sections = FormSection.sections(of: settings)
    #expect(sections.map(\.title) == ["Sound", nil, "Work Goals"])
  }

  @Test func `settings of a section are grouped in declaration order`() {
    let names = FormSection.sections(of: settings).map { $0.entries.map(\.id) }
    #expect(names == [["volume", "tone", "workGoals.bell"], ["theme", "token"], ["workGoals.dailyHours"]])
  }

  @Test func `settings with an excluded trait are omitted`() {
    let sections = FormSection.sections(of: settings, excludingTraits: .secret)
    #expect(sections.flatMap(\.entries).map(\.id).contains("token") == false)
    #expect(sections.flatMap(\.entries).count == 5)
  }

  @Test func `nested groups of the same name have sections of their own`() {
    let settings = makeSettings(in: InMemorySettingsStore()) {
      let groups = ["work", "home"].map { name in
        (name: name, group: AnyGroup([], nested: [("goals", AnyGroup([formRecord("\(name)Hours", 8)]))]))
      }
      return AnyGroup([], nested: groups + [(name: "soundEffects", group: AnyGroup([formRecord("volume", 5)]))])
    }
    let sections = FormSection.sections(of: settings)
    #expect(sections.map(\.title) == ["Work Goals", "Home Goals", "Sound Effects"])
    let names = sections.map { $0.entries.map(\.id) }
    #expect(names == [["work.goals.workHours"], ["home.goals.homeHours"], ["soundEffects.volume"]])
  }

  @Test func `a section without settings is omitted`() {
    #expect(FormSection.sections(of: settings, excludingTraits: .watchSync).map(\.title) == ["Sound", nil])
  }
}
