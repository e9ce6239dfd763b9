internal import TypedSettings

/// Values that show by themselves whether they are whole: `number:size:` and one letter that follows from the number.
enum Sample {
  static let domain = "com.example.torture"

  private static let headLength = 32

  static func value(_ number: Int, size: Int) -> SettingsValue {
    .string(head(number, size: size) + filler(of: number, size: size))
  }

  /// A value whose greater part was made before: making it must not take longer than writing it.
  static func value(_ number: Int, size: Int, fillers: [String]) -> SettingsValue {
    .string(head(number, size: size) + fillers[number % fillers.count])
  }

  /// What all values of a size end with.
  static func fillers(size: Int) -> [String] { (0..<letterCount).map { filler(of: $0, size: size) } }

  private static func head(_ number: Int, size: Int) -> String {
    let head = "\(number):\(size):"
    return head + String(repeating: "-", count: max(0, min(headLength, size) - head.utf8.count))
  }

  /// The number of a value; nil if the value is not whole.
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
  /// Adds one to a number as one step among all processes.
  func increment(_ key: SettingsKey) throws -> Int {
    while true {
      let old = value(forKey: key)
      let sum = (old.flatMap(Sample.number) ?? 0) + 1
      if try exchange(old, for: .integer(Int64(sum)), forKey: key) { return sum }
      // Somebody else was faster; what he wrote is known now.
    }
  }
}
