internal import TypedSettingsCore
internal import TypedSettingsFormats

/// A lower estimate of what can be added to a document within the limits.
struct DocumentRoom: Sendable {
  /// The maximum size of a settings file in bytes.
  static let maximumFileSize = 16 << 20

  private var bytes: Int
  private var values: Int
  /// The live value whose key was last found to fit; most writes are of the same key as the write before.
  private var placed = RecentLiveValue()
  /// The number of bytes that its key and a value of fixed length take.
  private var fixedLength = 0

  /// An estimate of zero, for a document that wasn't measured.
  static let unknown = DocumentRoom(
    beside: Self.maximumFileSize, SettingsValue.maximumCount - 1)

  /// Creates an estimate for a document of a length in bytes and a number of values.
  init(beside length: Int, _ count: Int) {
    bytes = Self.maximumFileSize - length
    values = SettingsValue.maximumCount - 1 - count
  }

  /// Returns whether the key of a live value is the one that was last found to fit.
  func hasPlaced(_ live: LiveValue) -> Bool { placed.isSame(as: live) }

  /// Records that the key of a live value fits.
  mutating func place(_ live: LiveValue) {
    placed = RecentLiveValue(live)
    fixedLength = DocumentFormat.fixedLength + Self.length(ofKey: live.key)
  }

  /// Returns the number of bytes that a key takes at most.
  static func length(ofKey key: SettingsKey) -> Int { 2 * (key.name.utf8.count + key.domain.utf8.count) }

  /// Reserves room for a value of fixed length, if the key of the live value was the last one that was found to fit.
  ///
  /// - Returns: `true` if the value certainly fits.
  @inline(__always)
  mutating func takeFixedLength(_ value: SettingsValue?, of live: LiveValue) -> Bool {
    guard placed.isSame(as: live), let value, value.hasFixedLength else { return false }
    return take(bytes: fixedLength, values: 1)
  }

  /// Reserves room for an addition.
  ///
  /// - Returns: `true` if the addition certainly fits.
  @discardableResult
  mutating func take(bytes: Int, values: Int) -> Bool {
    self.bytes -= bytes
    self.values -= values
    return self.bytes >= 0 && self.values >= 0
  }
}
