import Foundation
import Testing
import TypedSettings

/// A type whose samples are encoded and decoded.
struct RoundTrip: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// Returns the index of the first sample that doesn't round-trip, and its failure.
  let firstFailure: @Sendable (_ count: Int) -> String?

  init<Value: Sampled & SendableMetatype>(_ type: Value.Type) {
    testDescription = "\(type)"
    firstFailure = { count in
      var source = SampleSource(seed: 0x7e57)
      for index in 0..<count {
        let value = Value.sample(&source)
        do {
          let stored = try MigratingEncoder().encode(value)
          let decoded = try MigratingDecoder().decode(Value.self, from: stored)
          if !decoded.isSame(as: value) { return "sample \(index) comes back as another: \(stored)" }
        } catch {
          return "sample \(index) throws: \(error)"
        }
      }
      return nil
    }
  }

  static let all = [
    RoundTrip(Bool.self), RoundTrip(Int.self), RoundTrip(Int8.self), RoundTrip(Int16.self), RoundTrip(Int32.self),
    RoundTrip(Int64.self), RoundTrip(Int128.self), RoundTrip(UInt.self), RoundTrip(UInt8.self),
    RoundTrip(UInt16.self), RoundTrip(UInt32.self), RoundTrip(UInt64.self), RoundTrip(UInt128.self),
    RoundTrip(Float.self), RoundTrip(Double.self), RoundTrip(String.self), RoundTrip(Date.self), RoundTrip(Data.self),
    RoundTrip(UUID.self), RoundTrip(URL.self), RoundTrip(Decimal.self), RoundTrip(SampledWord.self),
    RoundTrip(Double?.self), RoundTrip([Date].self), RoundTrip([String: String].self), RoundTrip([Int: Decimal?].self),
    RoundTrip(Set<Int128>.self), RoundTrip(SettingsValue.self), RoundTrip(AnyCodable.self),
    RoundTrip(SampledChoice.self), RoundTrip(SampledObject.self), RoundTrip(SampledScalars.self),
    RoundTrip(SampledCollections.self),
  ]
}

struct RoundTripTests {
  /// 100,000 samples are divided among the types.
  @Test(arguments: RoundTrip.all)
  func `every sample of a type round-trips bit for bit`(row: RoundTrip) {
    #expect(row.firstFailure((100_000 + RoundTrip.all.count - 1) / RoundTrip.all.count) == nil)
  }
}
