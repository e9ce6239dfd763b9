import Testing
import TypedSettings

struct SettingsDiagnosticsTests {
  private func error(_ name: String) -> SettingsError {
    SettingsError(
      .undecodable, key: SettingsKey(domain: "com.example.diagnostics", name: name), found: "a thing",
      advice: "do something")
  }

  @Test func `a handler hears each report until it is removed`() {
    let log = Log<String>()
    let token = SettingsDiagnostics.addHandler { error in
      if error.key?.domain == "com.example.diagnostics" { log.append(error.key?.name ?? "") }
    }
    SettingsDiagnostics.report(error("heard"))
    SettingsDiagnostics.removeHandler(token)
    SettingsDiagnostics.report(error("late"))
    #expect(log.elements.filter { $0 != "late" } == ["heard"])
    #expect(log.elements.last == "heard")
  }

  @Test func `reports of an operation go to its own handler alone`() {
    let outer = reports {
      let inner = reports { SettingsDiagnostics.report(error("inner")) }
      #expect(inner.map { $0.key?.name } == ["inner"])
    }
    #expect(outer.isEmpty)
  }

  @Test func `reports of child tasks go to the handler of the operation`() async {
    let log = Log<String>()
    await SettingsDiagnostics.withHandler({ log.append($0.key?.name ?? "") }) {
      async let report: Void = SettingsDiagnostics.report(error("child"))
      await report
    }
    #expect(log.elements == ["child"])
  }

  @Test func `an error reads as a sentence`() {
    #expect("\(error("x"))" == "undecodable at com.example.diagnostics/x: a thing; do something")
  }
}
