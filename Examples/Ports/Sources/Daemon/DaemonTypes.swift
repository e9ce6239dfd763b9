/// The minimum level of log messages.
public enum LogLevel: String, Codable, CaseIterable, Sendable {
  case debug, info, notice, warning, error
}

/// The allocation method for the disk space of a download.
public enum Allocation: String, Codable, CaseIterable, Sendable {
  case none, preallocate, truncate, fallocate
}

/// The encryption of connections.
public enum Encryption: String, Codable, CaseIterable, Sendable {
  case preferred, required, off
}

/// A speed limit, written as `500`, `64K` or `2M` bytes per second.
public struct Speed: RawRepresentable, Codable, Hashable, Sendable {
  /// The number of bytes per second; 0 is unlimited.
  public let bytes: Int

  /// Creates a limit.
  public init(bytes: Int) { self.bytes = max(0, bytes) }

  /// Creates a limit from its written form.
  public init?(rawValue: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = rawValue.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(unit == nil ? rawValue : String(rawValue.dropLast())), count >= 0 else { return nil }
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: unit ?? 1)
    if isTooLarge { return nil }
    self.bytes = bytes
  }

  /// The written form of the limit, in the largest unit that divides it.
  public var rawValue: String {
    for (unit, size) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where bytes > 0 && bytes % size == 0 {
      return "\(bytes / size)\(unit)"
    }
    return String(bytes)
  }
}

/// The days and hours in which another limit applies.
public struct Schedule: Codable, Hashable, Sendable {
  /// A day of the week.
  public enum Day: String, Codable, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The days of the schedule.
  public var days: Set<Day>
  /// The start and end in minutes since midnight.
  public var start, end: Int

  /// Creates a schedule.
  public init(days: Set<Day>, start: Int, end: Int) {
    self.days = days
    self.start = start
    self.end = end
  }
}
