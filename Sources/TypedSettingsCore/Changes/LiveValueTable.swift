/// The live values of a store by key.
///
/// A hash table with linear probing. A dictionary would store every key twice, and take three times the memory.
package struct LiveValueTable {
  /// The live values and at least a quarter of empty slots; their number is zero or a power of two.
  private var slots: ContiguousArray<LiveValue?> = []
  private var count = 0
  /// The domain of the previous lookup with its hash value, because the keys of a group are looked up one by one.
  private var recent = (domain: "", hash: 0)
  private let probe: TrackingProbe?

  /// The number of slots for the first key, which suffices for a group of usual size.
  private static let firstSize = 16

  /// Creates an empty table.
  ///
  /// - Parameter probe: The probe for the live values that the table creates.
  package init(probe: TrackingProbe?) { self.probe = probe }

  /// The live values, in no particular order.
  package var values: [LiveValue] { slots.compactMap { $0 } }

  /// Returns the live value of a key, or `nil` if there is none.
  package mutating func existingValue(forKey key: SettingsKey) -> LiveValue? {
    slots.isEmpty ? nil : slots[index(of: key)]
  }

  /// Returns the live value of a key, and creates it if needed.
  package mutating func value(forKey key: SettingsKey) -> LiveValue {
    let index = indexForInsertion(of: key)
    if let live = slots[index] { return live }
    let live = LiveValue(key: key, probe: probe)
    insert(live, at: index)
    return live
  }

  /// Returns the live value of a key for a setting with a value type, and whether the setting is its first.
  ///
  /// If it isn't, the setting still has to be declared to the live value.
  mutating func value(
    forKey key: SettingsKey, settingOf type: LiveValue.ValueType
  ) -> (live: LiveValue, isDeclared: Bool) {
    let index = indexForInsertion(of: key)
    if let live = slots[index] { return (live, false) }
    let live = LiveValue(key: key, probe: probe, valueType: type)
    insert(live, at: index)
    return (live, true)
  }

  private mutating func indexForInsertion(of key: SettingsKey) -> Int {
    if (count + 1) * 4 > slots.count * 3 { grow() }
    return index(of: key)
  }

  private mutating func insert(_ live: LiveValue, at index: Int) {
    slots[index] = live
    count += 1
  }

  /// Returns the index of a key's live value, or the index of the empty slot where it belongs.
  private mutating func index(of key: SettingsKey) -> Int {
    if key.domain != recent.domain { recent = (key.domain, key.domain.isEmpty ? 0 : key.domain.fastHashValue) }
    let mask = slots.count - 1
    var index = (recent.hash ^ key.name.fastHashValue) & mask
    while let live = slots[index], live.key != key { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = slots
    let size = max(Self.firstSize, old.count * 2)
    // Initialized in place, because the initializer with a repeated value takes as long as creating a live value.
    slots = ContiguousArray(unsafeUninitializedCapacity: size) { slots, count in
      slots.initialize(repeating: nil)
      count = size
    }
    for case let live? in old { slots[index(of: live.key)] = live }
  }
}
