import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsObjectiveC

private struct Passport: Codable, Sendable { var age = 3 }

struct ObjectiveCMethodTests {
  private static let encodings: [(setting: any Setting, encoding: String)] = [
    (forwarded("x", 1), "q"), (forwarded("x", UInt(1)), "Q"), (forwarded("x", Int8(1)), "c"),
    (forwarded("x", UInt8(1)), "C"), (forwarded("x", Int16(1)), "s"), (forwarded("x", UInt16(1)), "S"),
    (forwarded("x", Int32(1)), "i"), (forwarded("x", UInt32(1)), "I"), (forwarded("x", Int64(1)), "q"),
    (forwarded("x", UInt64(1)), "Q"), (forwarded("x", Float(1)), "f"), (forwarded("x", 1.0), "d"),
    (forwarded("x", "a"), "@"), (forwarded("x", Int?.none), "@"), (forwarded("x", [1]), "@"),
    (forwarded("x", SettingsValue.null), "@"),
  ]

  @Test(arguments: encodings.indices) func `a setting has a getter and a setter of its type`(index: Int) {
    let (setting, encoding) = Self.encodings[index]
    let methods = SettingsForwarding(AnyGroup([setting])).methods
    #expect(methods.mapValues(\.encoding) == ["x": "\(encoding)@:", "setX:": "v@:\(encoding)"])
  }

  @Test func `a setting without an Objective-C type has no methods`() {
    let forwarding = SettingsForwarding(AnyGroup([forwarded("x", Passport(), coding: .codable)]))
    #expect(forwarding.methods.isEmpty)
    #expect(forwarding.value(forKey: "x") == ["age": 3])
  }

  @Test func `groups of one shape have the same methods`() {
    let first = SettingsForwarding(AnyGroup([forwarded("x", 1), forwarded("on", true)]))
    let second = SettingsForwarding(AnyGroup([forwarded("on", false, in: "B"), forwarded("x", 2, in: "B")]))
    #expect(first.methods == second.methods)
    #expect(Set(first.methods.keys) == ["x", "setX:", "on", "isOn", "setOn:"])
    #expect(first.methods != SettingsForwarding(AnyGroup([forwarded("x", 1.0), forwarded("on", true)])).methods)
  }
}
