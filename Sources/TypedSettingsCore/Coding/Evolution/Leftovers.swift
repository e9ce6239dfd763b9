/// The parts of a stored value that its type couldn't decode, preserved for the next write.
struct Leftovers: Sendable {
  /// The stored value in which each undecodable part is replaced by the value used instead.
  let tree: SettingsValue

  /// The undecodable parts as stored.
  let originals: [TreePath: SettingsValue]

  /// The names in dictionaries that aren't properties of the type.
  let unknownNames: [TreePath: Set<String>]

  /// The names in dictionaries that spell the key of another name, each with the spelling that the type writes.
  var repeatedNames: [TreePath: [String: String]] = [:]

  /// The arrays whose types have no order, and therefore encode their elements in another order.
  var unordered: [TreePath: Unordered] = [:]

  /// The elements of an array whose type has no order, which is a set or the entries of a dictionary.
  struct Unordered: Sendable {
    /// The number of consecutive elements that form one entry: one, or two for a key and its value.
    let groupSize: Int

    /// The form in which the type encodes each element, in the order of the stored array.
    let forms: [SettingsValue?]

    /// Creates the elements; `nil` if there are none.
    init?(_ elements: UnorderedElements, _ userInfo: [CodingUserInfoKey: any Sendable]) {
      (groupSize, forms) = (elements.groupSize, elements.forms(userInfo: userInfo))
      if forms.isEmpty { return nil }
    }
  }

  /// A new value that includes the leftovers.
  struct Merge {
    let value: SettingsValue
    /// A Boolean value that indicates whether the new value replaces an undecodable part.
    let replacesOriginals: Bool
  }

  /// Merges the leftovers into a new value.
  ///
  /// A part that is a number which the type stores in another form, as `Decimal` and `String` do, keeps its stored form
  /// as long as the new value contains the same part.
  ///
  /// An undecodable part is preserved as long as the new value contains the value that was used instead; a different
  /// value replaces the part. Properties that the type doesn't have stay with the value they belong to. An array
  /// element is matched by its value, or else by its index in an array of the same length. The value of a dictionary
  /// that is stored as an array is matched by its key.
  ///
  /// - Parameters:
  ///   - new: The stored form of the new value.
  ///   - read: The stored form of the value that was decoded.
  ///   - keepsUnknown: Whether to keep properties that the type doesn't have.
  /// - Returns: The new value, including the leftovers.
  func merged(into new: SettingsValue, read: SettingsValue, keepsUnknown: Bool) -> Merge {
    var merging = LeftoversMerging(leftovers: self, keepsUnknown: keepsUnknown)
    let value = merging.merge(new, tree, read, [])
    return Merge(value: value, replacesOriginals: merging.replacesOriginals)
  }
}

/// A merge of three trees: the new value, the stored one, and the value decoded from it.
private struct LeftoversMerging {
  let leftovers: Leftovers
  let keepsUnknown: Bool
  private var keptOriginals = 0

  init(leftovers: Leftovers, keepsUnknown: Bool) {
    self.leftovers = leftovers
    self.keepsUnknown = keepsUnknown
  }

  /// A Boolean value that indicates whether an undecodable part is no longer preserved.
  var replacesOriginals: Bool { keptOriginals < leftovers.originals.count }

  mutating func merge(
    _ new: SettingsValue, _ stored: SettingsValue, _ read: SettingsValue, _ path: TreePath
  ) -> SettingsValue {
    if let original = leftovers.originals[path] {
      guard new == read else { return new }
      keptOriginals += 1
      return original
    }
    return switch (new, stored, read) {
    case (.dictionary(let new), .dictionary(let stored), .dictionary(let read)):
      .dictionary(merge(new, stored, read, path))
    case (.array(let new), .array(let stored), .array(let read))
    where stored.count == read.count || leftovers.unordered[path] != nil:
      .array(merge(new, stored, read, path))
    default: new == read && stored.isNumber(storedAs: new) ? stored : new
    }
  }

  private mutating func merge(
    _ new: [String: SettingsValue], _ stored: [String: SettingsValue], _ read: [String: SettingsValue],
    _ path: TreePath
  ) -> [String: SettingsValue] {
    var result = new
    for (name, value) in new {
      guard let stored = stored[name], let read = read[name] else { continue }
      result[name] = merge(value, stored, read, path + [TreeStep(.key(name), isCollection: false)])
    }
    // Without the key, the next reading would take it from the other name.
    for (name, key) in leftovers.repeatedNames[path] ?? [:] where result[name] == nil && result[key] != nil {
      result[name] = stored[name]
    }
    if keepsUnknown {
      for name in leftovers.unknownNames[path] ?? [] where result[name] == nil { result[name] = stored[name] }
    }
    return result
  }

  private mutating func merge(
    _ new: [SettingsValue], _ stored: [SettingsValue], _ read: [SettingsValue], _ path: TreePath
  ) -> [SettingsValue] {
    let unordered = leftovers.unordered[path].flatMap { $0.forms.count == stored.count ? $0 : nil }
    if unordered == nil, stored.count != read.count { return new }
    let origins = unordered?.groupSize == 2 ? entryOrigins(of: new, in: read) : origins(of: new, in: read)
    let places: [Int?] = if let unordered { self.places(of: read, in: unordered) } else { read.indices.map { $0 } }
    return new.indices.map { index in
      guard let origin = origins[index], let place = places[origin] else { return new[index] }
      let step = TreeStep(.element(place), isCollection: true)
      return merge(new[index], stored[place], read[origin], path + [step])
    }
  }

  /// Returns the index in the stored array of each element of the decoded one; `nil` if it isn't known.
  private func places(of read: [SettingsValue], in stored: Leftovers.Unordered) -> [Int?] {
    let size = stored.groupSize
    var starts: [SettingsValue: Int] = [:]
    for start in stride(from: 0, through: stored.forms.count - size, by: size) {
      guard let form = stored.forms[start] else { continue }
      // A set keeps the first of equal elements, and a dictionary the last of equal keys.
      if size > 1 || starts[form] == nil { starts[form] = start }
    }
    return read.indices.map { index in starts[read[index - index % size]].map { $0 + index % size } }
  }

  /// Returns the index that each element of alternating keys and values had in the decoded array, matched by the key.
  private func entryOrigins(of new: [SettingsValue], in read: [SettingsValue]) -> [Int?] {
    var starts: [SettingsValue: Int] = [:]
    for start in stride(from: 0, through: read.count - 2, by: 2) { starts[read[start]] = start }
    return new.indices.map { index in starts[new[index - index % 2]].map { $0 + index % 2 } }
  }

  /// Returns the index that each element of a new array had in the decoded one; `nil` for new elements.
  private func origins(of new: [SettingsValue], in read: [SettingsValue]) -> [Int?] {
    let origins = ListAlignment(from: read, to: new).origins
    // Only in an array of the same length is a different element certainly a changed one.
    if new.count == read.count { return origins }
    return zip(new, origins).map { element, origin in origin.flatMap { read[$0] == element ? $0 : nil } }
  }
}

/// The value to write in place of a stored one.
@usableFromInline
struct StoredForm: Sendable {
  private(set) var value: SettingsValue

  /// A Boolean value that indicates whether `value` is exactly the encoded value, without any leftovers.
  var isComplete = true

  /// A Boolean value that indicates whether an undecodable part of the stored value is replaced.
  var replacesUnreadable = false
}

extension StoredForm {
  /// Gives arrays without order the order of the stored value.
  mutating func order(like stored: SettingsValue, at places: UnorderedPlaces) {
    if places.isEmpty { return }
    value = value.ordered(like: stored, at: places)
  }

  /// Encodes a value and merges the leftovers of a stored value into it.
  init<Value>(
    encoding value: Value, over stored: SettingsValue, default defaultValue: Value, with coding: SettingCoding<Value>,
    keepsUnknown: Bool
  ) throws(SettingsError) {
    let new = try coding.encode(value)
    if new == stored {
      self.init(value: new)
      return
    }
    let result = coding.decodingResult(stored, over: defaultValue, collectsLeftovers: !coding.replacesStoredValue)
    // A number that is a whole value gets the form of its type, and one that is a part of a value keeps its own.
    let keepsNumbers = !stored.isNumber(storedAs: new) && stored.containsNumber(storedAs: new)
    let leftovers =
      result.leftovers ?? (keepsNumbers ? Leftovers(tree: stored, originals: [:], unknownNames: [:]) : nil)
    guard !result.isDefault, let leftovers else {
      self.init(value: new, replacesUnreadable: result.isDefault)
      return
    }
    // A type may decode a value that it can't encode. The new value replaces it.
    let read = coding.encodedOrNil(result.value) ?? leftovers.tree
    let merge = leftovers.merged(into: new, read: read, keepsUnknown: keepsUnknown)
    self.init(value: merge.value, isComplete: merge.value == new, replacesUnreadable: merge.replacesOriginals)
  }
}

extension SettingsValue {
  /// Returns whether this value is a number that a type would store in another form.
  ///
  /// - Parameter form: The form in which the type stores the number.
  /// - Returns: `true` if the forms are a number and a string, or two notations.
  fileprivate func isNumber(storedAs form: SettingsValue) -> Bool {
    switch (self, form) {
    case (.integer, .string), (.unsigned, .string), (.double, .string), (.double, .integer), (.double, .unsigned): true
    case (.dictionary, .string), (.dictionary, .integer), (.dictionary, .unsigned), (.dictionary, .double):
      numberText != nil
    default: false
    }
  }

  /// Returns whether a number in this value would be stored in another form.
  ///
  /// The search is no exact one: it compares the elements of arrays by their index.
  ///
  /// - Parameter form: The form in which a type stores the value, or another one.
  /// - Returns: `true` if the value may contain such a number.
  fileprivate func containsNumber(storedAs form: SettingsValue) -> Bool {
    switch (self, form) {
    case (.array(let values), .array(let forms)): zip(values, forms).contains { $0.containsNumber(storedAs: $1) }
    case (.dictionary(let values), .dictionary(let forms)):
      values.contains { name, value in forms[name].map(value.containsNumber(storedAs:)) ?? false }
    default: isNumber(storedAs: form)
    }
  }
}
