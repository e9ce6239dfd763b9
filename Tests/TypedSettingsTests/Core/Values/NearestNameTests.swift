import Testing
import TypedSettings

struct NearestNameTests {
  @Test(
    arguments: [
      ("thme", ["tome", "theme"], "tome"), ("themes", ["tome", "theme"], "theme"),
      ("Theme", ["them", "theme"], "theme"), ("houers", ["daily", "goals.hours"], "goals.hours"),
      ("hours", ["hours.", "hours"], "hours."), ("thmee", ["theme"], "theme"), ("x", ["y", "z"], "y"),
      ("sessionLength", ["volume", "length"], nil), ("", ["ab"], nil), ("abc", [], nil),
    ] as [(String, [String], String?)])
  func `the first of the most similar names is found`(typed: String, names: [String], nearest: String?) {
    #expect(NearestName.of(typed, among: names) == nearest)
  }

  @Test func `a similar name is found quickly among many names of other lengths`() {
    let names = (0..<5_000).map { "TimerSettingsGroupProperty\($0)" } + ["TimerSettingsTheme"]
    let start = processorTime()
    let nearest = (0..<10).map { _ in NearestName.of("TimerSettingsThem", among: names) }
    #expect(processorTime() - start < .seconds(isSanitized ? 10 : 2))
    #expect(nearest == Array(repeating: "TimerSettingsTheme", count: 10))
  }
}
