import Foundation
import TypedSettings
import TypedSettingsTesting

extension Optional: Sampled where Wrapped: Sampled {
  static func sample(_ source: inout SampleSource) -> Wrapped? {
    source.chance(30) ? nil : Wrapped.sample(&source)
  }

  func isSame(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isSame(as: right)
    default: false
    }
  }
}

extension Array: Sampled where Element: Sampled {
  static func sample(_ source: inout SampleSource) -> [Element] {
    source.deeper { source in (0..<source.below(5)).map { _ in Element.sample(&source) } }
  }

  func isSame(as other: [Element]) -> Bool { count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) } }
}

extension Dictionary: Sampled where Key: Sampled, Value: Sampled {
  static func sample(_ source: inout SampleSource) -> [Key: Value] {
    source.deeper { source in
      let pairs = (0..<source.below(5)).map { _ in (Key.sample(&source), Value.sample(&source)) }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  func isSame(as other: [Key: Value]) -> Bool {
    count == other.count
      && allSatisfy { key, value in
        guard let index = other.index(forKey: key) else { return false }
        return key.isSame(as: other[index].key) && value.isSame(as: other[index].value)
      }
  }
}

extension Set: Sampled where Element: Sampled {
  static func sample(_ source: inout SampleSource) -> Set<Element> { Set([Element].sample(&source)) }
}

extension SettingsValue: Sampled {
  static func sample(_ source: inout SampleSource) -> SettingsValue {
    switch source.below(source.depth > 0 ? 10 : 8) {
    case 0: .null
    case 1: .bool(.sample(&source))
    case 2: .integer(.sample(&source))
    case 3: .unsigned(UInt64.sample(&source) | 1 << 63)
    case 4: .double(.sample(&source))
    case 5: .string(.sample(&source))
    case 6: .data(.sample(&source))
    case 7: .date(.sample(&source))
    case 8: .array(.sample(&source))
    default: .dictionary(.sample(&source))
    }
  }
}
