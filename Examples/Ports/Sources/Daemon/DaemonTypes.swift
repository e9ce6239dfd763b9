/// What is written to the log.
public enum LogLevel: String, Codable, CaseIterable, Sendable {
  case debug, info, notice, warning, error
}

/// How the space of a download is reserved.
public enum Allocation: String, Codable, CaseIterable, Sendable {
  case none, preallocate, truncate, fallocate
}

/// Whether connections are encrypted.
public enum Encryption: String, Codable, CaseIterable, Sendable {
  case preferred, required, off
}

/// A limit of the speed, written as `500`, `64K` or `2M` bytes a second.
public struct Speed: RawRepresentable, Codable, Hashable, Sendable {
  /// The bytes a second; 0 is no limit.
  public let bytes: Int

  /// Creates a limit.
  public init(bytes: Int) { self.bytes = max(0, bytes) }

  /// Reads a limit as it's written.
  public init?(rawValue: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = rawValue.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(unit == nil ? rawValue : String(rawValue.dropLast())), count >= 0 else { return nil }
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit ?? 1)
    if isTooLarge { return nil }
    self.bytes = bytes
  }

  /// The limit as it's written, in the largest unit that divides it.
  public var rawValue: String {
    for (unit, size) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where bytes > 0 && bytes % size == 0 {
      return "\(bytes / size)\(unit)"
    }
    return String(bytes)
  }
}

/// The hours in which other limits hold.
public struct Schedule: Codable, Hashable, Sendable {
  /// A day of the week.
  public enum Day: String, Codable, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The days on which the schedule holds.
  public var days: Set<Day>
  /// The minutes since midnight at which it begins and ends.
  public var start, end: Int

  /// Creates a schedule.
  public init(days: Set<Day>, start: Int, end: Int) {
    self.days = days
    self.start = start
    self.end = end
  }
}
