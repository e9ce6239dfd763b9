public import Synchronization

/// The last value of a record, and the revision that it belongs to.
///
/// One word is both the revision and the claim on the value: who wants the value swaps the word for a mark, and puts a
/// revision back when done. A read therefore costs one atomic exchange and one store, about half of what locking and
/// unlocking a mutex costs. Nobody waits: who finds the mark goes without the cache and asks the live value instead.
@usableFromInline
// Unchecked, because the compiler cannot follow the pointer `value`. Proof that it is safe:
// 1. the pointee is touched only between an exchange that returned no mark and the store that takes the mark away;
// 2. every other exchange between the two returns the mark, so one thread at a time touches the pointee;
// 3. the store releases and the exchange acquires, so that thread sees what the one before it did, retains included:
//    see `endClaim(_:)`;
// 4. the deinitializer has the cache to itself, because nobody borrows a value that goes;
// 5. `Value` is `Sendable`, so copies of it may leave for other threads.
struct ValueCache<Value: Sendable>: ~Copyable, @unchecked Sendable {  // Safe: one thread at a time has the pointee.
  /// What the word is while somebody has claimed the value, and while there is none: no revision comes that far.
  @usableFromInline static var claimed: UInt64 { .max }
  @usableFromInline static var empty: UInt64 { .max - 4 }

  /// The revision of the value and what is known of the stored one; or that nobody has stored a value, or that somebody
  /// has claimed it.
  @usableFromInline let word = Atomic<UInt64>(Self.empty)

  @inlinable
  static func word(_ revision: UInt64, isComplete: Bool, isExact: Bool) -> UInt64 {
    revision << 2 | (isExact ? 2 : 0) | (isComplete ? 1 : 0)
  }

  /// Holds a value exactly while the word does not say that there is none.
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  init() { value = .allocate(capacity: 1) }

  @inlinable
  deinit {
    if word.load(ordering: .acquiring) != Self.empty { value.deinitialize(count: 1) }
    value.deallocate()
  }

  /// The value of a revision; `nil` if the cache has another one or is claimed.
  @inlinable
  borrowing func read(_ revision: UInt64) -> Value? {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held >> 2 == revision {
      defer { endClaim(held) }
      return value.pointee
    }
    if held != Self.claimed { endClaim(held) }
    return nil
  }

  /// Gives the value of a revision away and is empty then; `nil` if the cache has another one or is claimed.
  @inlinable
  borrowing func take(_ revision: UInt64) -> Value? {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    guard held >> 2 == revision else {
      if held != Self.claimed { endClaim(held) }
      return nil
    }
    let taken = value.move()
    endClaim(Self.empty)
    return taken
  }

  /// Stores a value unless that of the same or a later revision is stored or the cache is claimed.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - revision: Its revision.
  ///   - isComplete: Whether the stored value holds nothing but what the value's own form has.
  ///   - isExact: Whether it is that form.
  /// - Returns: Whether the value was stored.
  @inlinable @discardableResult
  borrowing func keep(_ new: Value, _ revision: UInt64, isComplete: Bool, isExact: Bool = false) -> Bool {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    guard held == Self.empty || held >> 2 < revision else {
      endClaim(held)
      return false
    }
    // The old value goes after the claim: its deinitializer may be somebody's code that reads this very setting.
    let old = held == Self.empty ? nil : value.move()
    value.initialize(to: new)
    endClaim(Self.word(revision, isComplete: isComplete, isExact: isExact))
    withExtendedLifetime(old) {}
    return true
  }

  /// Whether the value of a revision is known to be complete.
  borrowing func isComplete(_ revision: UInt64) -> Bool {
    let held = word.load(ordering: .relaxed)
    return held >> 2 == revision && held & 1 == 1
  }

  /// Forgets the value, unless it is claimed.
  @inlinable
  borrowing func clear() {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return }
    let old = held == Self.empty ? nil : value.move()
    endClaim(Self.empty)
    withExtendedLifetime(old) {}
  }

  /// Takes the mark away; all that was done to the value comes before.
  ///
  /// The fence is for the optimizer, which in Swift 6.3 still moves a retain past an atomic store as past a plain one:
  /// the copy of a value would be retained when another thread may have freed it. It moves none past a fence, which is an
  /// instruction on arm64 and none on x86; see also https://github.com/glessard/swift-atomics/pull/55.
  @inlinable
  borrowing func endClaim(_ held: UInt64) {
    atomicMemoryFence(ordering: .releasing)
    word.store(held, ordering: .releasing)
  }
}
