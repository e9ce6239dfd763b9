/// A stack whose top elements can be moved out together, without reference counting.
///
/// An array checks at each change whether it's shared, which costs more than a push.
@usableFromInline
package struct MovableStack<Element>: ~Copyable {
  @usableFromInline var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
  @usableFromInline package internal(set) var count = 0

  /// Creates an empty stack.
  @inlinable package init() {}

  @inlinable deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
    memory.deallocate()
  }

  /// Reserves capacity if the stack has no memory yet.
  @inlinable package mutating func reserveFirstCapacity(_ capacity: @autoclosure () -> Int) {
    if memory.isEmpty { grow(to: capacity()) }
  }

  /// Pushes an element.
  @inlinable @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if count == memory.count { grow(to: max(4, 2 * count)) }
    memory.initializeElement(at: count, to: element)
    count += 1
  }

  /// Moves the elements from an index to the top out of the stack.
  ///
  /// - Parameters:
  ///   - start: The index of the first element.
  ///   - use: Consumes all elements; elements that it leaves initialized are leaked.
  /// - Returns: The result of `use`.
  mutating func take<Result>(from start: Int, _ use: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
    let taken = UnsafeMutableBufferPointer(rebasing: memory[start..<count])
    count = start
    return use(taken)
  }

  @inlinable @inline(never)
  mutating func grow(to capacity: Int) {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }
}

extension MovableStack where Element: BitwiseCopyable {
  /// Reserves memory for further elements.
  @inlinable @inline(__always)
  mutating func reserve(_ additional: Int) {
    if memory.count - count < additional { grow(to: max(count + additional, 2 * count)) }
  }

  /// Pushes the elements of a buffer, which must not be part of this stack.
  @inlinable @inline(__always)
  package mutating func append(contentsOf other: UnsafeBufferPointer<Element>) {
    // Growing might move this stack away from the buffer, so the buffer must be elsewhere.
    let end = append(uninitialized: other.count)
    _ = end.initialize(fromContentsOf: other)
  }

  /// Pushes elements that the caller initializes before it uses the stack in another way.
  @inlinable @inline(__always)
  package mutating func append(uninitialized added: Int) -> UnsafeMutableBufferPointer<Element> {
    reserve(added)
    count += added
    // The memory has room for `count` elements, because `reserve` has just made it.
    return UnsafeMutableBufferPointer(rebasing: memory[count - added..<count])
  }

  /// Removes the elements from an index to the top.
  @inlinable @inline(__always)
  package mutating func removeAll(from start: Int) { count = start }

  /// The elements, in memory that is valid until elements are added or the stack is destroyed.
  @inlinable @inline(__always)
  package var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(rebasing: memory[..<count]) }
}

/// A sequence that moves each element out of its memory when it's requested.
///
/// Copying would update reference counts, which stalls on earlier stores. In a large dictionary each store misses the
/// processor's caches, so the stalls would add up.
struct ConsumingSequence<Element>: Sequence, IteratorProtocol {
  private let memory: UnsafeMutableBufferPointer<Element>
  private var position = 0

  /// Takes ownership of the elements; iterate over all of them exactly once.
  init(of memory: UnsafeMutableBufferPointer<Element>) { self.memory = memory }

  @inline(__always)
  mutating func next() -> Element? {
    guard position < memory.count else { return nil }
    defer { position += 1 }
    return memory.moveElement(from: position)
  }
}
