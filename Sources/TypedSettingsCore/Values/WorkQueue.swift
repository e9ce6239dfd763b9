/// A sequence of elements that is appended to at the end and removed from at the beginning.
struct Queue<Element> {
  private var slots: [Element?] = []
  /// The index of the first element; the slots before it are removed from time to time.
  private var first = 0

  var count: Int { slots.count - first }

  var isEmpty: Bool { first == slots.count }

  /// The element that was appended last, or `nil` if the queue is empty.
  var last: Element? { isEmpty ? nil : slots[slots.count - 1] }

  mutating func append(_ element: Element) { slots.append(element) }

  /// Removes and returns the first element, in amortized constant time.
  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = slots[first].take()
    first += 1
    if first * 2 > slots.count {
      slots.removeFirst(first)
      first = 0
    }
    return element
  }

  /// Returns the first element that satisfies a predicate, or `nil` if none does.
  func firstElement(where predicate: (Element) -> Bool) -> Element? {
    for case let element? in slots[first...] where predicate(element) { return element }
    return nil
  }
}

/// The role of performing the work of a locked state, which one caller at a time has.
///
/// A caller that adds work claims the role under the lock. If the claim succeeds, the caller performs all work outside
/// the lock, and resigns when it finds no more under the lock. If the claim fails, the caller returns: the worker also
/// performs the work that is added in the meantime, including the work that its own work adds.
///
/// If the work is scheduled for later, the scheduled closure resigns first and then performs all work: work that is
/// added before then needs no schedule of its own.
package struct WorkerRole {
  /// A Boolean value that indicates whether a caller has the role.
  private(set) var isTaken: Bool

  /// Creates a role that no caller has, or that is taken until ``resign()`` is called.
  package init(isTaken: Bool = false) { self.isTaken = isTaken }

  /// Claims the role.
  ///
  /// - Returns: `true` if the caller has to perform the work from now on.
  package mutating func claim() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Gives up the role.
  ///
  /// Call this method under the lock under which no more work was found, or before looking for work.
  package mutating func resign() { isTaken = false }
}

/// Elements that are processed one at a time, in the order they were added, by the caller that finds the queue idle.
///
/// The queue is part of a locked state, and elements are processed outside the lock:
///
/// ```text
/// var next = state.withLock { $0.changes.add(change) }
/// while let change = next {
///   deliver(change)
///   next = state.withLock { $0.changes.next() }
/// }
/// ```
///
/// A caller that adds an element while another one is processed doesn't wait for it. That holds for other threads, and
/// for calls from within the processing.
package struct WorkQueue<Element> {
  private var worker = WorkerRole()
  private var waiting = Queue<Element>()

  /// Creates an empty queue.
  package init() {}

  /// A Boolean value that indicates whether elements are waiting for the caller that processes the queue.
  package var hasWaiting: Bool { !waiting.isEmpty }

  /// The element that was added last, unless its processing has begun.
  var lastWaiting: Element? { waiting.last }

  /// Adds an element.
  ///
  /// - Returns: The element, if the caller has to process it, followed by the elements that ``next()`` returns. If
  ///   another call is processing the queue, it also processes the element, and the result is `nil`.
  package mutating func add(_ element: Element) -> Element? {
    if worker.claim() { return element }
    waiting.append(element)
    return nil
  }

  /// Returns the next element to process, or `nil` if there is none; then another caller can process the queue.
  package mutating func next() -> Element? {
    let element = waiting.popFirst()
    if element == nil { worker.resign() }
    return element
  }

  /// Returns the first waiting element that satisfies a predicate, or `nil` if none does.
  func firstWaiting(where predicate: (Element) -> Bool) -> Element? { waiting.firstElement(where: predicate) }
}

extension Queue: Sendable where Element: Sendable {}
extension WorkQueue: Sendable where Element: Sendable {}
