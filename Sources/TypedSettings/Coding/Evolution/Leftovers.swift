/// The parts of a stored value that its type could not take up, kept for the next write.
struct Leftovers: Sendable {
  /// The stored value with the parts that could not be read replaced by what was read instead.
  let tree: SettingsValue

  /// The parts that could not be read, as they are stored.
  let originals: [TreePath: SettingsValue]

  /// The names in dictionaries that are no properties of the type.
  let unknownNames: [TreePath: Set<String>]

  /// A new value with the leftovers put back.
  struct Merge {
    let value: SettingsValue
    /// Whether the new value has taken the place of a part that could not be read.
    let replacesOriginals: Bool
  }

  /// Puts the leftovers into a new value.
  ///
  /// A part that could not be read stays while the new value has there what was read instead of it; who has changed
  /// that meant to replace it. Properties that the type does not have stay with the value they belong to. An element
  /// of an array is known again by its value, or else by its place in an array of the same length.
  ///
  /// - Parameters:
  ///   - new: The stored form of the new value.
  ///   - read: The stored form of the value that was read.
  ///   - keepsUnknown: Whether properties that the type does not have stay.
  /// - Returns: The new value with the leftovers in it.
  func merged(into new: SettingsValue, read: SettingsValue, keepsUnknown: Bool) -> Merge {
    var merging = LeftoversMerging(leftovers: self, keepsUnknown: keepsUnknown)
    let value = merging.merge(new, tree, read, [])
    return Merge(value: value, replacesOriginals: merging.replacesOriginals)
  }
}
