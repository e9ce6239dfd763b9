import Testing
import TypedSettings

@testable import TypedSettingsSync

@Suite struct SyncFailuresTests {
  private static func error(_ code: SettingsError.Code, because cause: SettingsError.Code? = nil) -> SettingsError {
    SettingsError(
      code, found: "a failure", advice: "wait",
      underlying: cause.map { SettingsError($0, found: "a cause", advice: "wait") })
  }

  /// A connection that has failed three times in succession, and then lasts for some time.
  @Test(arguments: [(0, 8, false), (9, 8, false), (10, 1, false), (256, 1, false), (257, 1, true)])
  func `a connection counts as a success once it has lasted`(
    _ example: (seconds: Int, pause: Int, isReported: Bool)
  ) {
    var failures = SyncFailures()
    for pause in [1, 2, 4] {
      _ = failures.add(Self.error(.syncTransportFailed), of: .connecting(0))
      #expect(failures.pause(before: .connecting(0)) == .seconds(pause))
    }
    failures.end(.connecting(0), lasting: .seconds(example.seconds))
    #expect(failures.add(Self.error(.syncTransportFailed), of: .connecting(0)) == example.isReported)
    #expect(failures.pause(before: .connecting(0)) == .seconds(example.pause))
  }

  @Test func `a failure is reported once until it has another cause`() {
    var failures = SyncFailures()
    let errors = [SettingsError.Code.syncFolderMissing, .transportUnavailable].map {
      Self.error(.syncTransportFailed, because: $0)
    }
    var reports = (errors + errors).map { failures.add($0, of: .connecting(0)) }
    failures.end(.connecting(0))
    reports.append(failures.add(errors[0], of: .connecting(0)))
    #expect(reports == [true, true, false, false, true])
  }
}
