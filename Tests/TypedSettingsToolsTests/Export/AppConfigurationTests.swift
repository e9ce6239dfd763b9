import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.types", keys: .propertyName)
private final class TypeSettings: Sendable {
  @Pref var sizes: [Int] = [1, 2]
  @Pref var ratios: [Double] = [0.5]
  @Pref var start = Date(timeIntervalSinceReferenceDate: 86_400)
  @Pref var deadline: Date? = nil
  @Pref(validate: .range(0...5_000_000_000)) var bytes = 4_000_000_000
  @Pref(validate: .oneOf([1, 3_000_000_000])) var rate = 1
  @Pref var limit = Double.infinity
  @Pref var icon = Data([1])
  @Pref var scores: [String: Int] = [:]
}

/// The XML schema of the AppConfig Community: integers have 32 bits, and dates are those of XML.
struct AppConfigurationTests {
  private let text = String(
    decoding: SettingsSchema(of: TypeSettings.testSettings()).appConfiguration(ofDomain: "com.example.types"),
    as: UTF8.self)

  /// The element of a setting, on one line.
  private func element(_ name: String) -> String? {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let start = lines.firstIndex(where: { $0.contains("keyName=\"\(name)\"") }) else { return nil }
    let type = lines[start].dropFirst().prefix { $0 != " " }
    guard let end = lines[start...].firstIndex(where: { $0 == "</\(type)>" }) else { return nil }
    return lines[start...end].joined()
  }

  @Test(arguments: [
    ("sizes", "integerArray", "<value>1</value><value>2</value>"), ("ratios", "floatArray", "<value>0.5</value>"),
    ("start", "date", "<value>2001-01-02T00:00:00Z</value>"),
  ])
  func `Dates and lists of numbers have their types`(name: String, type: String, values: String) {
    #expect(
      element(name) == """
        <\(type) keyName="\(name)"><defaultValue>\(values)</defaultValue><constraint nullable="true"/></\(type)>
        """)
  }

  @Test(arguments: [
    ("deadline", #"<date keyName="deadline"><constraint nullable="true"/></date>"#),
    ("bytes", #"<integer keyName="bytes"><constraint min="0" nullable="true"/></integer>"#),
    (
      "rate",
      #"<integer keyName="rate"><defaultValue><value>1</value></defaultValue><constraint nullable="true"/></integer>"#
    ), ("limit", #"<float keyName="limit"><constraint nullable="true"/></float>"#),
  ])
  func `What the format can't represent is left out`(name: String, expected: String) {
    #expect(element(name) == expected)
  }

  @Test func `A date is chosen in a control for dates, and other types are left out`() {
    #expect(text.contains(#"<field keyName="start" type="datetime">"#))
    #expect(text.contains(#"<field keyName="sizes" type="list">"#))
    #expect(text.contains(#"<field keyName="rate" type="input">"#))
    #expect(!text.contains("icon"))
    #expect(!text.contains("scores"))
  }
}
