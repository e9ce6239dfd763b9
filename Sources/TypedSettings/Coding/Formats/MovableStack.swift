/// A stack whose upper elements are moved out together, without counting references and without a look at them again.
struct MovableStack<Element>: ~Copyable {
  private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
  private(set) var count = 0

  deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
    memory.deallocate()
  }

  /// Makes room for a number of elements, if there is none for any.
  mutating func reserveFirstCapacity(_ capacity: @autoclosure () -> Int) {
    if memory.isEmpty { grow(to: capacity()) }
  }

  /// Puts an element on top.
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == memory.count { grow(to: max(4, 2 * count)) }
    memory.initializeElement(at: count, to: element)
    count += 1
  }

  /// Moves the elements from an index on out of the stack.
  ///
  /// - Parameters:
  ///   - start: The index of the first one.
  ///   - use: Takes the elements, all of them: what it leaves in their place is never released.
  /// - Returns: What `use` returns.
  mutating func take<Result>(from start: Int, _ use: (UnsafeMutableBufferPointer<Element>) -> Result) -> Result {
    let taken = UnsafeMutableBufferPointer(rebasing: memory[start..<count])
    count = start
    return use(taken)
  }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }
}

/// Elements that are moved out of their memory, each when it is asked for.
///
/// A copy would count references, which waits until the memory has what was stored before; in a large dictionary each
/// store misses the processor's caches, and the waits would add up.
struct MovedElements<Element>: Sequence, IteratorProtocol {
  private let memory: UnsafeMutableBufferPointer<Element>
  private var position = 0

  /// Takes the elements over; whoever asks for one has to ask for all, and once.
  init(of memory: UnsafeMutableBufferPointer<Element>) { self.memory = memory }

  @inline(__always)
  mutating func next() -> Element? {
    guard position < memory.count else { return nil }
    defer { position += 1 }
    return memory.moveElement(from: position)
  }
}
