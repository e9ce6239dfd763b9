/// A type that encodes itself as an array in an order that says nothing, and is another one in the next process.
///
/// Its stored form has a canonical order, so that equal values have equal forms.
protocol UnorderedSequence {
  /// How many elements belong together.
  static var elementsPerEntry: Int { get }
}

extension Set: UnorderedSequence {
  static var elementsPerEntry: Int { 1 }
}

/// Keys that are neither text nor numbers make a dictionary an array of keys and values in turn.
extension Dictionary: UnorderedSequence {
  static var elementsPerEntry: Int { 2 }
}
