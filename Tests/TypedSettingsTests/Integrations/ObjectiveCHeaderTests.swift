import Foundation
import Testing
import TypedSettings

private enum Theme: String { case light, dark }
private enum Level: UInt8 { case low, high }
private struct Passport: Codable { var age = 3 }

struct ObjectiveCHeaderTests {
  private static func lines(_ settings: [any Setting], form: ObjectiveCHeader.Form = .protocol) -> [String] {
    let header = ObjectiveCHeader(named: "AppSettings", form: form, ListedSettings(settings))
    return header.text.split(separator: "\n").map(String.init)
  }

  /// Returns the lines between the one that opens the interface and `@end`.
  private static func members(_ settings: any Setting...) -> [String] {
    Array(lines(settings).drop { !$0.hasPrefix("@protocol") }.dropFirst().prefix { $0 != "@end" })
  }

  @Test func `a header has its guard, its imports and its properties in order`() {
    let header = ObjectiveCHeader(
      named: "AppSettings", form: .category(of: "App"), imports: ["\"App.h\""],
      ListedSettings([forwarded("length", 25, documentation: "Minutes.\n\n  Many."), forwarded("enabled", true)]))
    #expect(
      header.text == """
        // Written by ObjectiveCHeader of TypedSettings: change the settings, not this file.

        #ifndef TYPED_SETTINGS_AppSettings_h
        #define TYPED_SETTINGS_AppSettings_h

        #import <Foundation/Foundation.h>
        #import "App.h"

        NS_ASSUME_NONNULL_BEGIN

        @interface App (AppSettings)

        /// Minutes.
        ///
        ///   Many.
        @property (nonatomic) NSInteger length;

        @property (nonatomic, getter=isEnabled) BOOL enabled;

        @end

        NS_ASSUME_NONNULL_END

        #endif

        """)
  }

  @Test(
    arguments: [
      (.protocol, "@protocol AppSettings <NSObject>"),
      (.interface(superclass: "NSObject"), "@interface AppSettings : NSObject"),
      (.category(of: "NSObject"), "@interface NSObject (AppSettings)"),
    ] as [(ObjectiveCHeader.Form, String)])
  func `properties have the requested form`(form: ObjectiveCHeader.Form, opening: String) {
    #expect(Self.lines([], form: form).contains(opening))
  }

  private static let types: [(any Setting, String)] = [
    (forwarded("x", true), "(nonatomic, getter=isX) BOOL x;"),
    (forwarded("x", 1), "(nonatomic) NSInteger x;"),
    (forwarded("x", UInt(1)), "(nonatomic) NSUInteger x;"),
    (forwarded("x", Int8(1)), "(nonatomic) int8_t x;"),
    (forwarded("x", UInt64(1)), "(nonatomic) uint64_t x;"),
    (forwarded("x", 1.0), "(nonatomic) double x;"),
    (forwarded("x", Float(1)), "(nonatomic) float x;"),
    (forwarded("x", "a"), "(nonatomic, copy) NSString *x;"),
    (forwarded("x", Character("a")), "(nonatomic, copy) NSString *x;"),
    (forwarded("x", Data()), "(nonatomic, copy) NSData *x;"),
    (forwarded("x", Date.distantPast), "(nonatomic, copy) NSDate *x;"),
    (forwarded("x", UUID()), "(nonatomic, copy) NSUUID *x;"),
    (forwarded("x", Decimal(1)), "(nonatomic, copy) NSDecimalNumber *x;"),
    (forwarded("x", URL(filePath: "/")), "(nonatomic, copy) NSURL *x;"),
    (forwarded("x", SettingsValue.null), "(nonatomic, copy, nullable) id x;"),
    (forwarded("x", [1]), "(nonatomic, copy) NSArray<NSNumber *> *x;"),
    (forwarded("x", [["a"]]), "(nonatomic, copy) NSArray<NSArray<NSString *> *> *x;"),
    (forwarded("x", ["a": 1.0]), "(nonatomic, copy) NSDictionary<NSString *, NSNumber *> *x;"),
    (forwarded("x", Int?.none), "(nonatomic, copy, nullable) NSNumber *x;"),
    (forwarded("x", Bool?.none), "(nonatomic, copy, nullable) NSNumber *x;"),
    (forwarded("x", String?.none), "(nonatomic, copy, nullable) NSString *x;"),
    (forwarded("x", [Data]?.none), "(nonatomic, copy, nullable) NSArray<NSData *> *x;"),
    (forwarded("x", Theme.light, coding: .rawValue), "(nonatomic, copy) NSString *x;"),
    (forwarded("x", Level.low, coding: .rawValue), "(nonatomic) uint8_t x;"),
  ]

  @Test(arguments: types.indices) func `a type has its Objective-C counterpart`(index: Int) {
    let (setting, declaration) = Self.types[index]
    #expect(Self.members(setting) == ["@property " + declaration])
  }

  private static let omissions: [(any Setting, String)] = [
    (forwarded("x", Passport(), coding: .codable), "Objective-C has no type for 'Passport'"),
    (forwarded("x", [Int?.none]), "Objective-C has no type for 'Array<Optional<Int>>'"),
    (forwarded("x", ["a": String?.none]), "Objective-C has no type for 'Dictionary<String, Optional<String>>'"),
    (forwarded("x", Int??.none), "Objective-C has no type for 'Optional<Optional<Int>>'"),
    (forwarded("x", Int128(1)), "Objective-C has no type for 'Int128'"),
    (forwarded("x", [1: 2], coding: .codable), "Objective-C has no type for 'Dictionary<Int, Int>'"),
    (forwarded("hash", 1), "NSObject has a method 'hash'"),
    (forwarded("description", "a"), "NSObject has a method 'description'"),
    (forwarded("nilValueForKey", "a"), "NSObject has a method 'setNilValueForKey:'"),
    (forwarded("_Bool", 1), "C reserves the name"),
    (forwarded("__x", 1), "C reserves the name"),
    (forwarded("true", 1), "a macro has the name 'true'"),
    (forwarded("🙂", 1), "the name is no identifier of C"),
    (forwarded("", 1), "the name is no identifier of C"),
  ]

  @Test(arguments: omissions.indices) func `a type without a counterpart is omitted with a reason`(index: Int) {
    let (setting, reason) = Self.omissions[index]
    #expect(Self.members(setting) == ["// '\(setting.name)' is left out: \(reason)."])
  }

  @Test func `of settings with the same name, only the forwarded one is declared`() {
    let nested = ListedSettings([forwarded("x", 2, in: "B")])
    let header = ObjectiveCHeader(named: "S", ListedSettings([forwarded("x", 1)], nested: [("goals", nested)]))
    #expect(header.text.contains("\n@property (nonatomic) NSInteger x;\n"))
    #expect(header.text.contains("\n// 'goals.x' is left out: another setting has the name 'x'.\n"))
  }

  @Test func `names that the language reserves keep their selectors`() {
    #expect(
      Self.members(forwarded("default", 1), forwarded("default_", 2)) == [
        "@property (nonatomic, getter=default, setter=setDefault:) NSInteger default__;",
        "@property (nonatomic) NSInteger default_;",
      ])
    #expect(
      Self.members(forwarded("register", true)) == [
        "@property (nonatomic, getter=isRegister, setter=setRegister:) BOOL register_;"
      ])
  }

  @Test func `a Boolean has an is getter only if that name is free`() {
    #expect(
      Self.members(forwarded("on", true), forwarded("isOn", true), forwarded("is", true)) == [
        "@property (nonatomic) BOOL on;", "@property (nonatomic) BOOL isOn;",
        "@property (nonatomic, getter=isIs) BOOL is;",
      ])
  }

  @Test func `a setting whose setter means another one is read-only`() {
    #expect(
      Self.members(forwarded("up", 1), forwarded("Up", 2)) == [
        "@property (nonatomic) NSInteger up;", "@property (nonatomic, readonly) NSInteger Up;",
      ])
  }

  @Test func `a getter whose name implies a retained result is marked as not retained`() {
    #expect(
      Self.members(forwarded("newName", "a"), forwarded("newest", "a"), forwarded("newCount", 1)) == [
        "@property (nonatomic, copy) NSString *newName;",
        "- (NSString *)newName __attribute__((objc_method_family(none)));",
        "@property (nonatomic, copy) NSString *newest;",
        "@property (nonatomic) NSInteger newCount;",
      ])
  }

  @Test(arguments: [
    ("ends in \\", "/// ends in &#92;"), ("ends in \\  ", "/// ends in &#92;"), ("or in ??/", "/// or in ??&#47;"),
    ("*/ int x; /*", "/// */ int x; /*"), ("a\u{0}b\u{1B}c", "/// abc"), ("tab\tkept", "/// tab\tkept"),
  ])
  func `no text ends a comment early or extends it over code`(text: String, line: String) {
    #expect(Self.members(forwarded("x", 1, documentation: text)).first == line)
  }

  @Test func `each line of a text is a comment, however it ends`() {
    let text = "a\nb\r\nc\rd\u{2028}e\u{B}f"
    #expect(
      Self.members(forwarded("x", 1, documentation: text)).dropLast()
        == ["/// a", "/// b", "/// c", "/// d", "/// e", "/// f"])
  }
}
