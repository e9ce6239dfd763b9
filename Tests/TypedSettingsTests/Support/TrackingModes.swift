import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A trait that runs each test case twice: with probes, and as with a version of Swift Observation that probes can't
/// detect tracked reads of.
struct TrackingModesTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for areReliable in [true, false] {
      try await TrackingProbe.$areReliable.withValue(areReliable) {
        #expect((TrackingProbe.make() != nil) == areReliable)
        try await function()
      }
    }
  }
}

extension Trait where Self == TrackingModesTrait {
  /// A trait that runs each test case with and without probes for tracked reads.
  static var withAndWithoutProbes: Self { TrackingModesTrait() }
}
