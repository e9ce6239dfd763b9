import Foundation
import TypedSettings

private let relative = URL(string: "../b?c=d#e", relativeTo: URL(string: "https://example.com/x/a"))
private let identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

private func areSame(_ left: Date, _ right: Date) -> Bool {
  left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
}

extension CodableShape {
  /// Foundation's types with a native kind or a textual form.
  static let natives: [CodableShape] = [
    CodableShape("Date", date(0.1), stored: .date(date(0.1))),
    CodableShape(
      "Date to the last bit", Boxed(content: date(781_234_567.123456789.nextUp)),
      stored: ["content": .date(date(781_234_567.123456789.nextUp))]),
    CodableShape(
      "Date, distant", [Date.distantPast, .distantFuture], stored: [.date(.distantPast), .date(.distantFuture)]),
    CodableShape("Date, not a number", date(.nan), stored: .date(date(.nan)), by: areSame),
    CodableShape("Data", Data([0, 255]), stored: .data(Data([0, 255]))),
    CodableShape("Data, empty, in a struct", Boxed(content: Data()), stored: ["content": .data(Data())]),
    CodableShape("Data that is a slice", Data([1, 2, 3, 4])[1...2], stored: .data(Data([2, 3]))),
    CodableShape(
      "Data that holds JSON", Boxed(content: Data("[1]".utf8)), stored: ["content": .data(Data("[1]".utf8))]),
    CodableShape("URL", URL(string: "https://example.com/a?b=c&d=%20#e"), stored: "https://example.com/a?b=c&d=%20#e"),
    CodableShape(
      "URL of a file", Boxed(content: URL(string: "file:///tmp/a%20b")), stored: ["content": "file:///tmp/a%20b"]),
    CodableShape("URL of a path alone", Boxed(content: URL(string: "a/b")), stored: ["content": "a/b"]),
    CodableShape(
      "URL relative to another", Boxed(content: relative), stored: ["content": "https://example.com/b?c=d#e"],
      comesBackAs: Boxed(content: relative?.absoluteURL)),
    CodableShape("UUID", identifier, stored: "01020304-0506-0708-090A-0B0C0D0E0F10"),
    CodableShape(
      "UUID in an array", [identifier], stored: ["01020304-0506-0708-090A-0B0C0D0E0F10"]),
    CodableShape(
      "Decimal", Boxed(content: Decimal(sign: .minus, exponent: -3, significand: 1500)), stored: ["content": "-1.5"]),
    CodableShape("Decimal that is whole", Decimal(12), stored: "12"),
    CodableShape(
      "Decimal of more digits than a Double", Decimal(string: "12345678901234567890.123456789"),
      stored: "12345678901234567890.123456789"),
    CodableShape("Decimal, least", [Decimal.leastNonzeroMagnitude]),
    CodableShape("Decimal, greatest", Decimal.greatestFiniteMagnitude),
  ]

  /// Types of the standard library and Foundation with their own coding.
  static let foreign: [CodableShape] = [
    CodableShape("Range", 1..<5, stored: [1, 5]),
    CodableShape("ClosedRange in a struct", Boxed(content: 0.5...2), stored: ["content": [0.5, 2.0]]),
    CodableShape("PartialRangeFrom", Boxed(content: PartialRangeFrom(3)), stored: ["content": [3]]) {
      $0.content.lowerBound == $1.content.lowerBound
    },
    CodableShape("PartialRangeUpTo", ..<3, stored: [3]) { $0.upperBound == $1.upperBound },
    CodableShape("PartialRangeThrough", ...3, stored: [3]) { $0.upperBound == $1.upperBound },
    CodableShape("Duration", Boxed(content: Duration(secondsComponent: -3, attosecondsComponent: -7))),
    CodableShape("SIMD4", SIMD4<Float>(1, 2, 3, 4), stored: [1.0, 2.0, 3.0, 4.0]),
    CodableShape("ContiguousArray", ContiguousArray([1, 2]), stored: [1, 2]),
    CodableShape("CollectionDifference", Boxed(content: [1, 2, 3].difference(from: [2, 3, 4]))),
    CodableShape("Float16", Boxed(content: Half(1.5)), stored: ["content": 1.5]),
    CodableShape("DateInterval", DateInterval(start: date(1), duration: 2)),
    CodableShape("DateComponents", DateComponents(year: 2024, month: 2, day: 29)),
    CodableShape("IndexPath", Boxed(content: IndexPath(indexes: [1, 2, 3]))),
    CodableShape("IndexSet", IndexSet([1, 2, 9])),
    CodableShape("CharacterSet", CharacterSet(charactersIn: "abc")),
    CodableShape("Locale", Boxed(content: Locale(identifier: "de_AT"))),
    CodableShape("TimeZone", TimeZone(identifier: "Europe/Vienna")),
    CodableShape("Calendar", Boxed(content: Calendar(identifier: .gregorian))),
    CodableShape("Measurement", Measurement(value: 1.5, unit: UnitLength.meters)),
    CodableShape("CGRect", CGRect(x: 1, y: 2, width: 3, height: 4)),
    CodableShape("PersonNameComponents", Boxed(content: PersonNameComponents(givenName: "G", familyName: "F"))),
  ]
}

#if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
  private typealias Half = Float
#else
  private typealias Half = Float16
#endif
