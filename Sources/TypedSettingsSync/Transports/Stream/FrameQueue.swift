/// The frames that are sent over a stream and that the system hasn't accepted yet.
struct FrameQueue: Sendable {
  /// The number of bytes that the queue accepts in addition to the last message.
  let capacity: Int

  private var frames: [[UInt8]] = []
  /// The number of frames at the beginning that the system has accepted; their bytes were removed.
  private var first = 0
  /// The number of bytes of the next frame that the system has accepted.
  private var sent = 0
  private var size = 0

  init(capacity: Int) { self.capacity = capacity }

  var isEmpty: Bool { first == frames.count }

  /// Adds a frame.
  ///
  /// - Returns: `false` if the queue is full.
  mutating func add(_ frame: [UInt8]) -> Bool {
    guard isEmpty || size + frame.count <= capacity else { return false }
    frames.append(frame)
    size += frame.count
    return true
  }

  /// Passes bytes to the system until it accepts no more, or the queue is empty.
  ///
  /// - Parameter send: A closure that returns the number of bytes that the system has accepted, zero for none.
  /// - Throws: The error of the closure.
  mutating func drain<Failure: Error>(_ send: (UnsafeRawBufferPointer) throws(Failure) -> Int) throws(Failure) {
    while !isEmpty {
      let (frame, rest) = (frames[first], sent)
      let count = try frame.withUnsafeBufferPointer { bytes throws(Failure) in
        try send(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest...]))
      }
      if count == 0 { return }
      sent += count
      if sent == frame.count {
        removeFirst()
        size -= frame.count
        sent = 0
      }
    }
  }

  /// Removes the first frame, in constant time on average.
  private mutating func removeFirst() {
    frames[first] = []
    first += 1
    if 2 * first >= frames.count {
      frames.removeFirst(first)
      first = 0
    }
  }
}
