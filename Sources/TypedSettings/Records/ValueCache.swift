public import Synchronization

/// A cache of the last value of a record and its revision, which never blocks.
///
/// One word holds both the revision and the claim on the value. A thread claims the value by exchanging the word for a
/// mark, and releases it by restoring a revision. A read therefore costs one atomic exchange and one store, about half
/// the cost of locking and unlocking a mutex. No thread waits: one that finds the mark bypasses the cache and reads the
/// live value instead.
@usableFromInline
// Unchecked, because the compiler can't check accesses through the pointer `value`. Proof that it is safe:
// 1. the pointee is accessed only between an exchange that didn't return the mark and the store that removes the mark;
// 2. every other exchange between the two returns the mark, so only one thread at a time accesses the pointee;
// 3. the store releases and the exchange acquires, so a thread sees the effects of the previous one, including retains:
//    see `endClaim(_:)`;
// 4. `CacheMemory.release` has exclusive access, because the record calls it while it is deinitialized;
// 5. `Value` is `Sendable`, so copies of it may be passed to other threads;
// 6. the word isn't ``empty`` before the first value is stored, which allocates the memory, so `value` finds it.
struct ValueCache<Value: Sendable>: ~Copyable, @unchecked Sendable {  // Safe: one thread at a time uses the pointee.
  /// The word while a thread has claimed the value, and while there is no value; no revision is that large.
  @usableFromInline static var claimed: UInt64 { .max }
  @usableFromInline static var empty: UInt64 { CacheMemory.emptyWord }

  /// The revision of the value and two flags about the stored value, or ``empty`` or ``claimed``.
  @usableFromInline let word = Atomic<UInt64>(Self.empty)

  @inlinable
  static func word(_ revision: UInt64, isComplete: Bool, isExact: Bool) -> UInt64 {
    revision << 2 | (isExact ? 2 : 0) | (isComplete ? 1 : 0)
  }

  /// The memory of the value, or `nil` before the first value, because many settings are never read.
  ///
  /// Untyped, because the cache must have no generic property for its record to be deallocated quickly.
  @usableFromInline let memory = Atomic<UnsafeMutableRawPointer?>(nil)

  @inlinable
  init() {}

  /// The value, which is initialized unless the word is ``empty``; requires the claim.
  @inlinable var value: UnsafeMutablePointer<Value> {
    memory.load(ordering: .relaxed).unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
  }

  /// Returns the memory of the value, which it allocates for the first one; requires the claim.
  @inlinable
  borrowing func allocate() -> UnsafeMutablePointer<Value> {
    if memory.load(ordering: .relaxed) != nil { return value }
    let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.store(UnsafeMutableRawPointer(value), ordering: .relaxed)
    return value
  }

  /// Returns the value of a revision, or `nil` if the cache holds another revision or is claimed.
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

  /// Moves the value of a revision out of the cache, or returns `nil` if it holds another revision or is claimed.
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

  /// Stores a value unless the cache holds the same or a later revision, or is claimed.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - revision: Its revision.
  ///   - isComplete: Whether the stored value has no parts beyond those of the value's encoded form.
  ///   - isExact: Whether the stored value equals the encoded form.
  /// - Returns: Whether the value was stored.
  @inlinable @discardableResult
  borrowing func keep(_ new: Value, _ revision: UInt64, isComplete: Bool, isExact: Bool = false) -> Bool {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    guard held == Self.empty || held >> 2 < revision else {
      endClaim(held)
      return false
    }
    // The old value is released after the claim, because its deinitializer may run code that reads this setting.
    let value = allocate()
    let old = held == Self.empty ? nil : value.move()
    value.initialize(to: new)
    endClaim(Self.word(revision, isComplete: isComplete, isExact: isExact))
    withExtendedLifetime(old) {}
    return true
  }

  /// Returns whether the value of a revision is known to be complete.
  borrowing func isComplete(_ revision: UInt64) -> Bool {
    let held = word.load(ordering: .relaxed)
    return held >> 2 == revision && held & 1 == 1
  }

  /// Removes the value, unless it is claimed.
  @inlinable
  borrowing func clear() {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return }
    let old = held == Self.empty ? nil : value.move()
    endClaim(Self.empty)
    withExtendedLifetime(old) {}
  }

  /// Releases the claim, after all accesses to the value.
  ///
  /// The fence is for the optimizer, because Swift 6.3 still moves a retain past an atomic store as past a plain one. A
  /// copy of the value would then be retained after another thread may have freed it. The optimizer moves no retain
  /// past a fence, which is one instruction on arm64 and none on x86; see also
  /// https://github.com/glessard/swift-atomics/pull/55.
  @inlinable
  borrowing func endClaim(_ held: UInt64) {
    atomicMemoryFence(ordering: .releasing)
    word.store(held, ordering: .releasing)
  }
}

extension ValueCache {
  /// Returns whether the stored value of a revision is known to equal the encoded form of a value.
  ///
  /// The value doesn't have to be encoded then.
  @inlinable
  borrowing func isExact(_ other: Value, _ revision: UInt64) -> Bool {
    guard Self.isExact(word.load(ordering: .relaxed), revision) else { return false }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    defer { endClaim(held) }
    return Self.isExact(held, revision) && Self.isSame(other, value)
  }

  /// Returns whether the stored value of a revision is known to equal the encoded form of the value.
  borrowing func isExact(_ revision: UInt64) -> Bool { Self.isExact(word.load(ordering: .relaxed), revision) }

  @inlinable
  static func isExact(_ held: UInt64, _ revision: UInt64) -> Bool { held >> 2 == revision && held & 2 != 0 }

  /// Returns whether a value is the same as the one at an address, for a type with ``formsFollowFromBytes``.
  @inlinable
  static func isSame(_ left: Value, _ right: UnsafeMutablePointer<Value>) -> Bool {
    if let left = left as? String, let right = right.pointee as? String { return left.hasSameBytes(as: right) }
    return withUnsafeBytes(of: left) { $0.hasSameBytes(as: UnsafeRawPointer(right)) }
  }

  /// A Boolean value that indicates whether values with equal bytes have equal stored forms, and no byte is padding.
  ///
  /// The types are listed individually, because the encoding of any other type may depend on more than its bytes.
  @inlinable static var formsFollowFromBytes: Bool {
    Value.self == Bool.self || Value.self == String.self || Value.self == Double.self || Value.self == Float.self
      || Value.self == Int.self || Value.self == Int8.self || Value.self == Int16.self || Value.self == Int32.self
      || Value.self == Int64.self || Value.self == UInt.self || Value.self == UInt8.self || Value.self == UInt16.self
      || Value.self == UInt32.self || Value.self == UInt64.self
  }
}

/// The memory of a cache that is no longer used.
///
/// The record releases it, because a deinitializer of the cache would require the metadata of the cache. To look that
/// up for any type of record takes as long as the rest of the record's deallocation.
enum CacheMemory {
  static func release<Value>(
    _ memory: borrowing Atomic<UnsafeMutableRawPointer?>, _ word: borrowing Atomic<UInt64>, as type: Value.Type
  ) {
    guard let memory = memory.load(ordering: .acquiring) else { return }
    if word.load(ordering: .acquiring) != emptyWord { memory.assumingMemoryBound(to: type).deinitialize(count: 1) }
    memory.deallocate()
  }

  /// The word of a cache without a value.
  @usableFromInline static var emptyWord: UInt64 { .max - 4 }
}
