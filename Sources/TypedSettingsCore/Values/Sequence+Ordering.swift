extension Sequence {
  /// Returns the elements in the order of a predicate; equal elements stay in theirs.
  ///
  /// The standard library's methods are specialized for each type of elements, which takes 3 kB of a program each time.
  /// This one sorts indices, with the same code for all types. Use it where sorting takes little of the time.
  ///
  /// - Parameter precedes: A predicate that returns whether its first argument comes before its second one.
  /// - Returns: The elements in their order.
  @_semantics("optimize.sil.specialize.generic.never")
  package func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return IndexOrder.indices(count: elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Sequence<String> {
  /// The texts in their order.
  package var inOrder: [String] { inOrder { $0 < $1 } }
}

/// The order of numbered elements.
private enum IndexOrder {
  /// Returns the indices of elements in the order of a predicate.
  @inline(never)
  static func indices(count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    var indices = Array(0..<count)
    indices.sort(by: precedes)
    return indices
  }
}
