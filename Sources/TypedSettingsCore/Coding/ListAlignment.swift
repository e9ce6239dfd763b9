/// An alignment of two lists by the identity of their elements.
///
/// The equal elements that stay in order are a longest common subsequence of the lists. The algorithm is by Hunt
/// and Szymanski, "A Fast Algorithm for Computing Longest Common Subsequences" (1977). It takes logarithmic time for
/// each pair of equal elements. Repeated elements can have too many pairs. Then the first one of a value is compared
/// with the first one in the other list only, the second one with the second one, and so on. The time stays bounded.
package struct ListAlignment {
  /// The index of the old element that each new element continues, either equal or changed in place; ascending.
  package private(set) var kept: [Int?]

  /// The indices of the old elements that are equal to new ones in another order, by the index of the new element.
  package private(set) var moved: [Int: Int] = [:]

  /// The number of comparisons of indices, as a measure of the cost.
  private(set) var steps = 0

  /// The maximum number of pairs of equal elements that are compared, for each element.
  private static let maximumPairs = 8

  /// Aligns two lists.
  package init(from old: [SettingsValue], to new: [SettingsValue]) {
    kept = [Int?](repeating: nil, count: new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    for index in 0..<start { kept[index] = index }
    for index in 0..<end { kept[new.count - 1 - index] = old.count - 1 - index }
    let (oldRange, newRange) = (start..<old.count - end, start..<new.count - end)
    if oldRange.isEmpty || newRange.isEmpty { return }
    keepCommonElements(of: Numbering(old[oldRange], new[newRange]), from: start)
    pairChanges(old, new, oldRange, newRange)
  }

  /// The index of the old element that each new element has the text of, or `nil` for an element without an old one.
  var origins: [Int?] { kept.indices.map { kept[$0] ?? moved[$0] } }
}

// MARK: Equal elements

extension ListAlignment {
  /// Numbers that represent the elements, which are equal if the elements are.
  private struct Numbering {
    let old: [Int?]
    let new: [Int]
    /// The indices of the new elements with each number.
    private(set) var places: [[Int]] = []

    /// Numbers the elements; an old element that equals no new one has no number.
    init(_ old: ArraySlice<SettingsValue>, _ new: ArraySlice<SettingsValue>) {
      var numbers: [SettingsValue: Int] = [:]
      var places: [[Int]] = []
      self.new = new.enumerated().map { index, value in
        let number = numbers[value] ?? places.count
        if number == places.count {
          numbers[value] = number
          places.append([])
        }
        places[number].append(index)
        return number
      }
      self.old = old.map { numbers[$0] }
      self.places = places
    }
  }

  /// A pair of equal elements, with the pair before it in a common subsequence.
  private struct Match {
    let old: Int
    let new: Int
    let previous: Int?
  }

  private mutating func keepCommonElements(of numbers: Numbering, from start: Int) {
    let pairs = numbers.old.reduce(0) { $0 + ($1.map { numbers.places[$0].count } ?? 0) }
    let isLimited = pairs > Self.maximumPairs * (numbers.old.count + numbers.new.count)
    var used = [Int](repeating: 0, count: numbers.places.count)
    var matches: [Match] = []
    // The last match of the best common subsequence of each length: the one that ends first in the new list.
    var ends: [Int] = []
    for (index, number) in numbers.old.enumerated() {
      guard let number else { continue }
      let all = numbers.places[number]
      let places = isLimited ? all.dropFirst(used[number]).prefix(1) : all[...]
      used[number] += 1
      // Descending, so that no two matches of one old element are in the same subsequence.
      for place in places.reversed() {
        let length = firstLength(endingFrom: place, ends, matches)
        let match = Match(old: index, new: place, previous: length > 0 ? ends[length - 1] : nil)
        if length == ends.count { ends.append(matches.count) } else { ends[length] = matches.count }
        matches.append(match)
      }
    }
    var last = ends.last
    var isKept = [Bool](repeating: false, count: numbers.old.count)
    while let match = last.map({ matches[$0] }) {
      kept[start + match.new] = start + match.old
      isKept[match.old] = true
      last = match.previous
    }
    moveOthers(numbers, isKept, from: start)
  }

  /// Returns the first length whose best common subsequence doesn't end before a place.
  private mutating func firstLength(endingFrom place: Int, _ ends: [Int], _ matches: [Match]) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      steps += 1
      let middle = (low + high) / 2
      if matches[ends[middle]].new < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func moveOthers(_ numbers: Numbering, _ isKept: [Bool], from start: Int) {
    var free = [[Int]](repeating: [], count: numbers.places.count)
    for (index, number) in numbers.old.enumerated().reversed() {
      if let number, !isKept[index] { free[number].append(start + index) }
    }
    for (index, number) in numbers.new.enumerated() where kept[start + index] == nil {
      moved[start + index] = free[number].popLast()
    }
  }
}

// MARK: Changed elements

extension ListAlignment {
  /// Pairs the other elements between those that are kept: a pair is one element that has changed.
  private mutating func pairChanges(
    _ old: [SettingsValue], _ new: [SettingsValue], _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) {
    var isTaken = [Bool](repeating: false, count: old.count)
    for index in moved.values { isTaken[index] = true }
    // An empty list would lose its layout.
    let isReplaced = !kept.contains { $0 != nil }
    var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
    for newEnd in newRange.lowerBound...newRange.upperBound {
      let oldEnd = newEnd == newRange.upperBound ? oldRange.upperBound : kept[newEnd]
      guard let oldEnd else { continue }
      let gap = (old: (oldStart..<oldEnd).filter { !isTaken[$0] }, new: (newStart..<newEnd).filter { moved[$0] == nil })
      pair(gap.old, gap.new, old, new, isReplaced: isReplaced)
      (oldStart, newStart) = (oldEnd + 1, newEnd + 1)
    }
  }

  /// Pairs the elements of a gap: dictionaries by members that only one of each side has, and others by their order.
  private mutating func pair(
    _ oldIndices: [Int], _ newIndices: [Int], _ old: [SettingsValue], _ new: [SettingsValue], isReplaced: Bool
  ) {
    if oldIndices.isEmpty || newIndices.isEmpty { return }
    var (oldStart, newStart) = (0, 0)
    for (first, second) in identified(oldIndices.map { old[$0] }, newIndices.map { new[$0] }) {
      pairInOrder(oldIndices[oldStart..<first], newIndices[newStart..<second], old, new, isReplaced: isReplaced)
      kept[newIndices[second]] = oldIndices[first]
      (oldStart, newStart) = (first + 1, second + 1)
    }
    pairInOrder(oldIndices[oldStart...], newIndices[newStart...], old, new, isReplaced: isReplaced)
  }

  /// Pairs elements by their order, unless scalars were added or removed, of which none is another one's successor.
  private mutating func pairInOrder(
    _ oldIndices: ArraySlice<Int>, _ newIndices: ArraySlice<Int>, _ old: [SettingsValue], _ new: [SettingsValue],
    isReplaced: Bool
  ) {
    let isAny = isReplaced || oldIndices.count == newIndices.count
    for (first, second) in zip(oldIndices, newIndices) where isAny || old[first].isContainer && new[second].isContainer
    {
      kept[second] = first
    }
  }

  /// A member of a dictionary with a scalar value, which can identify the dictionary.
  private struct Member: Hashable {
    let name: String
    let value: SettingsValue
  }

  /// Returns the pairs of dictionaries with a member in common that no other dictionary has, in ascending order.
  private mutating func identified(_ old: [SettingsValue], _ new: [SettingsValue]) -> [(old: Int, new: Int)] {
    if old.count == 1, new.count == 1 { return [] }
    let places = Self.distinctMembers(of: new)
    if places.isEmpty { return [] }
    var partners = [Int?](repeating: nil, count: old.count)
    for (member, index) in Self.distinctMembers(of: old) {
      // Of several partners, the first one is independent of the order in which dictionaries list their members.
      if let place = places[member] { partners[index] = min(place, partners[index] ?? place) }
    }
    var pairs: [(old: Int, new: Int)] = []
    for (index, place) in partners.enumerated() {
      guard let place else { continue }
      steps += 1
      if pairs.last.map({ $0.new < place }) ?? true { pairs.append((index, place)) }
    }
    return pairs
  }

  /// Returns the members that only one dictionary of a list has, with the index of that dictionary.
  private static func distinctMembers(of list: [SettingsValue]) -> [Member: Int] {
    var places: [Member: Int?] = [:]
    for (index, value) in list.enumerated() {
      guard case .dictionary(let members) = value else { continue }
      for (name, value) in members where value.canIdentify {
        let member = Member(name: name, value: value)
        places[member] = .some(places[member] == nil ? index : nil)
      }
    }
    return places.compactMapValues { $0 }
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether such a value can distinguish dictionaries.
  fileprivate var canIdentify: Bool {
    switch self {
    case .null, .bool, .array, .dictionary: false
    case .integer, .unsigned, .double, .string, .data, .date: true
    }
  }
}
