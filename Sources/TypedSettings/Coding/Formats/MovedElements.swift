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
