#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsCore

  private enum Theme: String { case light, dark }
  private enum Mode: String, Codable { case fast }
  private struct Passport: Codable, Sendable { var age = 3 }

  /// The Objective-C objects of a forwarded setting, and the objects that it accepts.
  struct ForwardedObjectTests {
    private static let start = Date(timeIntervalSinceReferenceDate: 0.5)
    private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private static let objects: [(setting: any Setting, object: any Sendable)] = [
      (forwarded("x", true), true), (forwarded("x", 1), Int64(1)), (forwarded("x", Int8(-1)), Int64(-1)),
      (forwarded("x", UInt64.max), UInt64.max), (forwarded("x", -0.0), -0.0), (forwarded("x", Float(0.5)), 0.5),
      (forwarded("x", "\u{0}"), "\u{0}"), (forwarded("x", Character("a")), "a"),
      (forwarded("x", Data([1])), Data([1])), (forwarded("x", start), start),
      (forwarded("x", start, coding: .iso8601), start), (forwarded("x", uuid), uuid),
      (forwarded("x", Decimal(1) / 10), Decimal(1) / 10), (forwarded("x", [uuid]), [uuid]),
      (forwarded("x", URL(filePath: "/a/b")), URL(filePath: "/a/b")),
      (forwarded("x", ["a": ["b"]]), ["a": ["b"]]), (forwarded("x", ["$null": ""]), ["$null": ""]),
      (forwarded("x", Int?.some(5)), Int64(5)), (forwarded("x", SettingsValue.unsigned(.max)), UInt64.max),
      (forwarded("x", Theme.dark, coding: .rawValue), "dark"), (forwarded("x", [1], coding: .jsonData), [Int64(1)]),
      (forwarded("x", [Mode.fast], coding: .jsonString), ["fast"]),
      (forwarded("x", Passport(), coding: .codable), ["age": Int64(3)]),
    ]

    @Test(arguments: objects.indices) func `a value is bridged to the object of its type`(index: Int) throws {
      let (setting, object) = Self.objects[index]
      let seen = try #require(setting.forwardedObject)
      #expect(NSArray(array: [seen]) == NSArray(array: [object]))
    }

    @Test(arguments: objects.indices) func `a bridged object can be set`(index: Int) throws {
      let (setting, _) = Self.objects[index]
      let value = try #require(setting.forwardedValue)
      #expect(reports { setting.setForwardedObject(setting.forwardedObject) }.isEmpty)
      #expect(setting.isSet)
      #expect(setting.forwardedValue == value)
    }

    @Test func `a missing value is nil, and NSNull within a collection`() throws {
      let maybe = forwarded("x", String?.some("a"))
      maybe.setForwardedObject(nil)
      #expect(maybe.value == nil)
      #expect(maybe.isSet)
      #expect(maybe.forwardedObject == nil)
      maybe.value = "b"
      maybe.setForwardedObject(NSNull())
      #expect(maybe.value == nil)
      let anything = forwarded("y", SettingsValue.array([1, .null]))
      let list = try #require(anything.forwardedObject as? [Any])
      #expect(list[1] is NSNull)
      anything.setForwardedObject([NSNull(), "a"] as [Any])
      #expect(anything.value == [.null, "a"])
    }

    @Test func `a Boolean and a number are interchangeable as in Objective-C`() {
      let flag = forwarded("flag", false)
      flag.setForwardedObject(1)
      #expect(flag.value)
      let count = forwarded("count", 5)
      count.setForwardedObject(true)
      #expect(count.value == 1)
      let ratio = forwarded("ratio", 0.5)
      ratio.setForwardedObject(2)
      #expect(ratio.value == 2)
    }

    private static let misfits: [(setting: any Setting, object: (any Sendable)?)] = [
      (forwarded("x", 1), "a"), (forwarded("x", 1), nil), (forwarded("x", 1), 1.5), (forwarded("x", true), 2),
      (forwarded("x", Int8(1)), 1_000), (forwarded("x", "a"), 1), (forwarded("x", uuid), "no UUID"),
      (forwarded("x", ["a"]), [1]), (forwarded("x", ["a"]), "a"), (forwarded("x", [1]), ["a": 1]),
      (forwarded("x", Theme.dark, coding: .rawValue), "blue"), (forwarded("x", "a"), SomeError()),
    ]

    @Test(arguments: misfits.indices) func `an object that does not fit changes nothing and is reported`(index: Int) {
      let (setting, object) = Self.misfits[index]
      let reports = reports { setting.setForwardedObject(object) }
      #expect(reports.map(\.code) == [.undecodable])
      #expect(reports.first?.key == setting.key)
      #expect(!setting.isSet)
    }

    @Test func `numbers are forwarded without objects`() {
      let count = forwarded("count", Int16(-3))
      #expect(count.forwardedNumber(as: Int16.self) == -3)
      count.setForwarded(Int16(7))
      #expect(count.value == 7)
      let flag = forwarded("flag", true)
      #expect(flag.forwardedBool)
      flag.setForwarded(false)
      #expect(!flag.value)
    }
  }
#endif
