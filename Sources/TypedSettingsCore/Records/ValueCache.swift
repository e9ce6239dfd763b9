public import Synchronization

/// A cache of the last value of a record and its revision, which never blocks.
///
/// One word holds both the revision and the claim on the value. A thread claims the value by exchanging the word for a
/// mark, and releases it by restoring a revision. A read therefore costs one atomic exchange and one store, about half
/// the cost of locking and unlocking a mutex. No thread waits: one that finds the mark bypasses the cache and reads the
/// live value instead.
///
/// Reads of two kinds of values claim nothing, so they write no memory that threads share. A small value without
/// references is stored in an atomic word of its own, which is read between two loads of the first one, as in a
/// sequence lock (Boehm, "Can Seqlocks Get Along with Programming Language Memory Models?", MSPC 2012). For the default
/// of a setting, the first word has only a mark, because the record has the value.
@usableFromInline
// Unchecked, because the compiler can't check accesses through the pointer `value`. Proof that it is safe:
// 1. the pointee is accessed only between an exchange that didn't return the mark and the store that removes the mark;
// 2. every other exchange between the two returns the mark, so only one thread at a time accesses the pointee;
// 3. the store releases and the exchange acquires, so a thread sees the effects of the previous one, including retains:
//    see `endClaim(_:)`;
// 4. `CacheMemory.release` has exclusive access, because the record calls it while it is deinitialized;
// 5. `Value` is `Sendable`, so copies of it may be passed to other threads;
// 6. the pointee is initialized exactly while the word has a revision without the mark of a default: see `keep`.
struct ValueCache<Value: Sendable>: ~Copyable, @unchecked Sendable {  // Safe: one thread at a time uses the pointee.
  /// The word while a thread has claimed the value, and while there is no value; no revision is that large.
  @usableFromInline static var claimed: UInt64 { .max }
  @usableFromInline static var empty: UInt64 { CacheMemory.emptyWord }

  /// The revision of the value and three flags, or ``empty`` or ``claimed``.
  @usableFromInline let word = Atomic<UInt64>(Self.empty)

  @inlinable
  static func word(_ revision: UInt64, isDefault: Bool = false, isComplete: Bool, isExact: Bool) -> UInt64 {
    revision << 3 | (isDefault ? 4 : 0) | (isExact ? 2 : 0) | (isComplete ? 1 : 0)
  }

  /// Returns whether a word has a revision.
  @inlinable
  static func has(_ revision: UInt64, in held: UInt64) -> Bool { held >> 3 == revision }

  /// Returns whether the pointee is initialized while there is a word.
  @inlinable
  static func hasValue(_ held: UInt64) -> Bool { CacheMemory.hasValue(held) }

  /// The bits of the value if it's ``isInline``; otherwise the address of its memory, or zero before the first value,
  /// because many settings are never read.
  ///
  /// Untyped, because the cache must have no generic property for its record to be deallocated quickly.
  @usableFromInline let storage = Atomic<UInt>(0)

  @inlinable
  init() {}

  /// A Boolean value that indicates whether values are stored as bits.
  @inlinable static var isInline: Bool { CacheMemory.isInline(Value.self) }

  /// The value; requires the claim.
  @inlinable var value: UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(bitPattern: storage.load(ordering: .relaxed)).unsafelyUnwrapped
      .assumingMemoryBound(to: Value.self)
  }

  /// Returns the memory of the value, which it allocates for the first one; requires the claim.
  @inlinable
  borrowing func allocate() -> UnsafeMutablePointer<Value> {
    if storage.load(ordering: .relaxed) != 0 { return value }
    let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    storage.store(UInt(bitPattern: value), ordering: .relaxed)
    return value
  }

  /// Returns whether a revision has the default of the record, which the cache doesn't hold.
  @inlinable
  borrowing func isDefault(_ revision: UInt64) -> Bool {
    let held = word.load(ordering: .relaxed)
    return Self.has(revision, in: held) && held & 4 != 0
  }

  /// Returns the value of a revision, or `nil` if the cache holds another revision or is claimed.
  @inlinable
  borrowing func read(_ revision: UInt64) -> Value? {
    if Self.isInline { return readInline(revision) }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if Self.has(revision, in: held), Self.hasValue(held) {
      defer { endClaim(held) }
      return value.pointee
    }
    if held != Self.claimed { endClaim(held) }
    return nil
  }

  /// Returns the value of a revision from its bits.
  ///
  /// Another thread that stores bits has claimed the word before. If this one has loaded such bits, it therefore finds
  /// another word afterwards.
  @inlinable
  borrowing func readInline(_ revision: UInt64) -> Value? {
    let held = word.load(ordering: .acquiring)
    guard Self.has(revision, in: held) else { return nil }
    let bits = storage.load(ordering: .acquiring)
    guard word.load(ordering: .relaxed) == held else { return nil }
    return withUnsafeBytes(of: bits) { $0.load(as: Value.self) }
  }

  /// Stores the bits of a value; requires the claim.
  @inlinable
  borrowing func storeInline(_ new: Value) {
    var bits: UInt = 0
    withUnsafeMutableBytes(of: &bits) { bits in withUnsafeBytes(of: new) { bits.copyMemory(from: $0) } }
    storage.store(bits, ordering: .releasing)
  }

  /// Moves the value of a revision out of the cache, or returns `nil` if it holds another revision or is claimed.
  ///
  /// A value that's stored as bits stays.
  @inlinable
  borrowing func take(_ revision: UInt64) -> Value? {
    if Self.isInline { return readInline(revision) }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    guard Self.has(revision, in: held), Self.hasValue(held) else {
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
  ///   - isComplete: Whether the stored value has no parts that the value's encoded form lacks.
  ///   - isExact: Whether the stored value equals the encoded form.
  /// - Returns: Whether the value was stored.
  @inlinable @discardableResult
  borrowing func keep(_ new: Value, _ revision: UInt64, isComplete: Bool, isExact: Bool = false) -> Bool {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    guard held == Self.empty || held >> 3 < revision else {
      endClaim(held)
      return false
    }
    let next = Self.word(revision, isComplete: isComplete, isExact: isExact)
    if Self.isInline {
      storeInline(new)
      endClaim(next)
      return true
    }
    // The old value is released after the claim, because its deinitializer may run code that reads this setting.
    let value = allocate()
    let old = Self.hasValue(held) ? value.move() : nil
    value.initialize(to: new)
    endClaim(next)
    withExtendedLifetime(old) {}
    return true
  }

  /// Records that a revision has the default of the record, unless the cache holds the same or a later revision, or is
  /// claimed.
  borrowing func keepDefault(_ defaultValue: Value, _ revision: UInt64) {
    if Self.isInline { return _ = keep(defaultValue, revision, isComplete: false) }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return }
    guard held == Self.empty || held >> 3 < revision else { return endClaim(held) }
    let old = Self.hasValue(held) ? value.move() : nil
    endClaim(Self.word(revision, isDefault: true, isComplete: false, isExact: false))
    withExtendedLifetime(old) {}
  }

  /// Returns whether the value of a revision is known to be complete.
  borrowing func isComplete(_ revision: UInt64) -> Bool {
    let held = word.load(ordering: .relaxed)
    return Self.has(revision, in: held) && held & 1 == 1
  }

  /// Removes the value, unless it is claimed.
  @inlinable
  borrowing func clear() {
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return }
    let old = !Self.isInline && Self.hasValue(held) ? value.move() : nil
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
    if Self.isInline { return readInline(revision).map { Self.areSame(other, $0) } ?? false }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    defer { endClaim(held) }
    return Self.isExact(held, revision) && Self.isSame(other, UnsafePointer(value))
  }

  /// Returns whether the stored value of a revision is known to equal the encoded form of the value.
  borrowing func isExact(_ revision: UInt64) -> Bool { Self.isExact(word.load(ordering: .relaxed), revision) }

  @inlinable
  static func isExact(_ held: UInt64, _ revision: UInt64) -> Bool { has(revision, in: held) && held & 2 != 0 }

  /// Returns whether a value is the same as the one at an address, for a type with ``formsFollowFromBytes``.
  @inlinable
  static func isSame(_ left: Value, _ right: UnsafePointer<Value>) -> Bool {
    if let left = left as? String, let right = right.pointee as? String { return left.hasSameBytes(as: right) }
    return withUnsafeBytes(of: left) { $0.hasSameBytes(as: UnsafeRawPointer(right)) }
  }

  /// Returns whether two values are the same, for a type with ``formsFollowFromBytes``.
  @inlinable
  static func areSame(_ left: Value, _ right: Value) -> Bool { withUnsafePointer(to: right) { isSame(left, $0) } }

  /// A Boolean value that indicates whether an edit can copy the value, and see by its bytes whether it has changed.
  @inlinable static var isCopiedWithoutCost: Bool { formsFollowFromBytes && Value.self != String.self }

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
@usableFromInline
enum CacheMemory {
  static func release<Value: Sendable>(
    _ storage: borrowing Atomic<UInt>, _ word: borrowing Atomic<UInt64>, as type: Value.Type
  ) {
    if isInline(type) { return }
    guard let memory = UnsafeMutableRawPointer(bitPattern: storage.load(ordering: .acquiring)) else { return }
    if hasValue(word.load(ordering: .acquiring)) { memory.assumingMemoryBound(to: type).deinitialize(count: 1) }
    memory.deallocate()
  }

  /// Returns whether the memory is initialized while there is a word.
  @inlinable
  static func hasValue(_ held: UInt64) -> Bool { held != emptyWord && held & 4 == 0 }

  /// Returns whether values of a type fit into a word and have no references.
  ///
  /// The standard library has no other way to ask for that, because `BitwiseCopyable` can't be tested at run time. The
  /// function is constant in specialized code.
  @inlinable
  static func isInline<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<UInt>.size && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
      && _isPOD(type)
  }

  /// The word of a cache without a value.
  @usableFromInline static var emptyWord: UInt64 { .max - 4 }
}
