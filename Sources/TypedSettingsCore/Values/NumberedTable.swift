/// A table of elements, such as observers, that are removed by number.
///
/// The elements have the order of their numbers, which is the order in which they were added.
package struct NumberedTable<Element> {
  /// An element and its number.
  package struct Entry {
    package let number: UInt64
    package var element: Element
  }

  /// The entries, in the order of their numbers.
  package private(set) var entries: [Entry] = []

  private var lastNumber: UInt64 = 0

  /// Creates an empty table.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package var count: Int { entries.count }

  /// The elements, in the order of their numbers.
  package var elements: [Element] { entries.map(\.element) }

  /// Returns the element with a number, or `nil` if there is none.
  subscript(number: UInt64) -> Element? { index(of: number).map { entries[$0].element } }

  /// Adds an element with the next number, which no earlier element has had.
  ///
  /// - Returns: The number.
  package mutating func add(_ element: Element) -> UInt64 {
    insert(element, number: lastNumber + 1)
    return lastNumber
  }

  /// Adds an element with a number that is unique in the table.
  mutating func insert(_ element: Element, number: UInt64) {
    entries.insert(Entry(number: number, element: element), at: position(of: number))
    lastNumber = max(lastNumber, number)
  }

  /// Replaces the element with a number.
  ///
  /// - Returns: `false` if the element was removed.
  package mutating func update(_ number: UInt64, to element: Element) -> Bool {
    guard let index = index(of: number) else { return false }
    entries[index].element = element
    return true
  }

  /// Removes the element with a number.
  ///
  /// - Returns: The element, or `nil` if there is none. Release it outside a lock, because that can run the
  ///   deinitializers of a client's objects.
  package mutating func remove(_ number: UInt64) -> Element? {
    index(of: number).map { entries.remove(at: $0).element }
  }

  /// Removes and returns all elements.
  mutating func removeAll() -> [Element] {
    defer { entries = [] }
    return elements
  }

  private func index(of number: UInt64) -> Int? {
    let position = position(of: number)
    return position < entries.count && entries[position].number == number ? position : nil
  }

  /// Returns the index of the first entry whose number isn't less than the given one.
  private func position(of number: UInt64) -> Int {
    guard let last = entries.last, last.number >= number else { return entries.count }
    var (lower, upper) = (0, entries.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].number < number { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}

extension NumberedTable: Sendable where Element: Sendable {}
extension NumberedTable.Entry: Sendable where Element: Sendable {}
