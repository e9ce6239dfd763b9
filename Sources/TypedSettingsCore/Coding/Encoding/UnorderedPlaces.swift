/// The places in the stored form of a type at which the order of an array has no meaning, as in a set or a dictionary.
///
/// All elements of a collection have the same type, and therefore the same places.
@usableFromInline
final class UnorderedPlaces {
  /// The number of consecutive elements that form one entry of this array; zero if the array has an order.
  private(set) var groupSize = 0
  private var members: [String: UnorderedPlaces] = [:]
  /// The places in each element of this collection; `nil` if there are none.
  private(set) var elements: UnorderedPlaces?

  /// A Boolean value that indicates whether there are no places.
  var isEmpty: Bool { groupSize == 0 && members.isEmpty && elements == nil }

  /// Adds the place of an array.
  func add(_ path: some Collection<TreeStep>, groupSize: Int) {
    guard let step = path.first else { return self.groupSize = groupSize }
    let next: UnorderedPlaces
    switch step.position {
    case .key(let name) where !step.isCollection:
      next = members[name] ?? UnorderedPlaces()
      members[name] = next
    case .key, .element:
      next = elements ?? UnorderedPlaces()
      elements = next
    }
    next.add(path.dropFirst(), groupSize: groupSize)
  }

  /// Returns the places in a member of this dictionary; `nil` if there are none.
  func places(inMember name: String) -> UnorderedPlaces? { members[name] ?? elements }
}

extension SettingsValue {
  /// Returns the same value with the elements of arrays without order in the order of a stored value.
  ///
  /// Elements that the stored value lacks follow the others. The elements of other arrays are matched by identity.
  func ordered(like stored: SettingsValue, at places: UnorderedPlaces) -> SettingsValue {
    switch (self, stored) {
    case (.dictionary(var members), .dictionary(let stored)):
      for (name, value) in members where value.isContainer {
        guard let places = places.places(inMember: name), let old = stored[name] else { continue }
        members[name] = value.ordered(like: old, at: places)
      }
      return .dictionary(members)
    case (.array(let elements), .array(let stored)):
      if places.groupSize > 0 { return .array(Self.ordered(elements, like: stored, at: places)) }
      guard let places = places.elements else { return self }
      let alignment = ListAlignment(
        from: stored.map { $0.comparable(at: places) }, to: elements.map { $0.comparable(at: places) })
      return .array(
        zip(elements, alignment.origins).map { element, origin in
          origin.map { element.ordered(like: stored[$0], at: places) } ?? element
        })
    default: return self
    }
  }

  private static func ordered(
    _ elements: [SettingsValue], like stored: [SettingsValue], at places: UnorderedPlaces
  ) -> [SettingsValue] {
    let size = places.groupSize
    if size == 1, places.elements == nil, let new = TextOrder(of: elements), new.isStrictlySorted,
      let former = TextOrder(of: stored)
    {
      return TextOrder.indices(of: new, like: former).map { elements[$0] }
    }
    let starts = stride(from: 0, to: elements.count, by: size)
    var free: [SettingsValue: [Int]] = [:]
    for start in starts.reversed() { free[elements[start].comparable(at: places.elements), default: []].append(start) }
    var ordered: [SettingsValue] = []
    ordered.reserveCapacity(elements.count)
    var isPlaced = [Bool](repeating: false, count: elements.count)
    for old in stride(from: 0, to: stored.count, by: size) {
      guard let start = free[stored[old].comparable(at: places.elements)]?.popLast() else { continue }
      isPlaced[start] = true
      for index in start..<min(start + size, elements.count) {
        let place = old + index - start
        if let inner = places.elements, stored.indices.contains(place) {
          ordered.append(elements[index].ordered(like: stored[place], at: inner))
        } else {
          ordered.append(elements[index])
        }
      }
    }
    for start in starts where !isPlaced[start] { ordered += elements[start..<min(start + size, elements.count)] }
    return ordered
  }

  /// Returns a form that a value has in common with other spellings of it, for comparing it with a stored one.
  ///
  /// A format may have another kind of value, and a user may have written an integer for a floating-point number.
  private func comparable(at places: UnorderedPlaces?) -> SettingsValue {
    switch self {
    case .null, .bool, .integer, .string: return self
    case .unsigned, .data, .date: return DocumentFormat.json.canonical(self)
    case .double(let number): return Int64(exactly: number).map { .integer($0) } ?? DocumentFormat.json.canonical(self)
    case .array(let values):
      var contents = EncodedContents()
      contents.begin(.array)
      for value in values { contents.append(value.comparable(at: places?.elements)) }
      if let places, places.groupSize > 0 { contents.sort(groupsOf: places.groupSize) }
      return contents.takeValue()
    case .dictionary(let values):
      if isPreservedForm { return self }
      var members = values
      for (name, value) in values { members[name] = value.comparable(at: places?.places(inMember: name)) }
      return .dictionary(members)
    }
  }
}
