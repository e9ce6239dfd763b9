import Testing

@testable import TypedSettings

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

  @Test func `a section without settings is omitted`() {
    #expect(FormSection.sections(of: settings, excludingTraits: .watchSync).map(\.title) == ["Sound", nil])
  }
}
