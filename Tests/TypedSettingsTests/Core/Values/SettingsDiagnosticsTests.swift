import Foundation
import Testing
import TypedSettings

struct SettingsDiagnosticsTests {
  private func error(_ name: String) -> SettingsError {
    SettingsError(
      .undecodable, key: SettingsKey(domain: "com.example.diagnostics", name: name), found: "a thing",
      advice: "do something")
  }

  @Test func `a handler receives each report until it is removed`() {
    let log = Log<String>()
    let token = SettingsDiagnostics.addHandler { error in
      if error.key?.domain == "com.example.diagnostics" { log.append(error.key?.name ?? "") }
    }
    SettingsDiagnostics.report(error("received"))
    SettingsDiagnostics.removeHandler(token)
    SettingsDiagnostics.report(error("late"))
    #expect(log.elements == ["received"])
  }

  @Test func `reports of an operation go only to its own handler`() {
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

  @Test func `Foundation describes an error by its own words`() {
    let thrown: any Error = error("x")
    #expect(thrown.localizedDescription == "\(thrown)")
    let localized = thrown as? any LocalizedError
    #expect(localized?.failureReason == "a thing")
    #expect(localized?.recoverySuggestion == "do something")
  }

  @Test func `an error has a readable description`() {
    #expect("\(error("x"))" == "undecodable at com.example.diagnostics/x: a thing; do something")
  }
}

// On Apple platforms, the default output is the system log, which a test can't read.
#if os(Linux)
  @Suite struct DefaultOutputTests {
    @Test func `without a handler each report is written to standard error once`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for name in ["a", "b", "a"] {
          SettingsDiagnostics.report(
            SettingsError(
              .notSaved, key: SettingsKey(domain: "com.example.output", name: name), found: "a thing",
              advice: "do something"))
        }
      }
      let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("com.example.output") }
      #expect(
        lines == [
          "TypedSettings: notSaved at com.example.output/a: a thing; do something",
          "TypedSettings: notSaved at com.example.output/b: a thing; do something",
        ])
    }

    @Test func `the search for the place of an error without a handler can make a report`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        @Sendable func error(_ name: String) -> SettingsError {
          SettingsError(
            .notSaved, key: SettingsKey(domain: "com.example.output", name: name), found: "a thing",
            advice: "do something")
        }
        let place = DocumentPlace { () -> DocumentPlace.Found? in
          SettingsDiagnostics.report(error("search"))
          return nil
        }
        SettingsDiagnostics.report(error("value").placed(at: place))
      }
      let written = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(written.contains("com.example.output/search"))
      #expect(written.contains("com.example.output/value"))
    }

    private static func error(_ name: String, because underlying: (any Error)? = nil) -> SettingsError {
      SettingsError(
        .notSaved, key: SettingsKey(domain: "com.example.output", name: name), found: "a thing",
        advice: "do something", underlying: underlying)
    }

    /// An error that makes a report when it's deallocated.
    private final class ReportingError: Error {
      deinit { SettingsDiagnostics.report(DefaultOutputTests.error("released")) }
    }

    private static func makeManyReports() {
      SettingsDiagnostics.report(error("first", because: ReportingError()))
      for number in 0..<64 { SettingsDiagnostics.report(error("later\(number)")) }
    }

    @Test func `an error that isn't kept for a handler any more can make a report when it's released`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        DefaultOutputTests.makeManyReports()
      }
      let written = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(written.contains("com.example.output/first"))
      #expect(written.contains("com.example.output/released"))
    }

    @Test func `a handler also receives the reports made before it was installed`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
      ) {
        func report(_ name: String) {
          SettingsDiagnostics.report(
            SettingsError(
              .notSaved, key: SettingsKey(domain: "com.example.output", name: name), found: "a thing",
              advice: "do something"))
        }
        report("before")
        SettingsDiagnostics.addHandler { print("handled \($0.key?.name ?? "")") }
        report("after")
      }
      let output = try #require(result)
      let written = String(decoding: output.standardErrorContent, as: UTF8.self)
      #expect(written.contains("com.example.output/before"))
      #expect(!written.contains("com.example.output/after"))
      let handled = String(decoding: output.standardOutputContent, as: UTF8.self)
      #expect(handled.contains("handled before"))
      #expect(handled.contains("handled after"))
    }
  }
#endif
