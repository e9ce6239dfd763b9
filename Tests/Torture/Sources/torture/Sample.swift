internal import TypedSettings

/// Values that prove by themselves that they are complete: `number:size:` and a letter derived from the number.
enum Sample {
  static let domain = "com.example.torture"

  private static let headLength = 32

  static func value(_ number: Int, size: Int) -> SettingsValue {
    .string(head(number, size: size) + filler(of: number, size: size))
  }

  /// A value whose larger part is prepared in advance, because creating it must not take longer than writing it.
  static func value(_ number: Int, size: Int, fillers: [String]) -> SettingsValue {
    .string(head(number, size: size) + fillers[number % fillers.count])
  }

  /// The common suffix of all values of a size.
  static func fillers(size: Int) -> [String] { (0..<letterCount).map { filler(of: $0, size: size) } }

  private static func head(_ number: Int, size: Int) -> String {
    let head = "\(number):\(size):"
    return head + String(repeating: "-", count: max(0, min(headLength, size) - head.utf8.count))
  }

  /// Returns the number of a value, or `nil` if the value is incomplete.
  static func number(of value: SettingsValue) -> Int? {
    switch value {
    case .integer(let number): return Int(number)
    case .string(let text):
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let number = Int(parts[0]), let size = Int(parts[1]) else { return nil }
      return value == Self.value(number, size: size) ? number : nil
    default: return nil
    }
  }

  private static let letterCount = 26

  private static func filler(of number: Int, size: Int) -> String {
    let letter = UInt8(97 + abs(number) % letterCount)
    return String(decoding: [UInt8](repeating: letter, count: max(0, size - headLength)), as: UTF8.self)
  }
}

extension FileSettingsStore {
  /// Increments a number atomically among all processes.
  func increment(_ key: SettingsKey) throws -> Int {
    while true {
      let old = value(forKey: key)
      let sum = (old.flatMap(Sample.number) ?? 0) + 1
      if try compareExchange(expected: old, desired: .integer(Int64(sum)), forKey: key) { return sum }
      // Another process wrote in between; its value is known now.
    }
  }
}
