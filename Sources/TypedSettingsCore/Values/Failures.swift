/// Returns the result of a closure, or `nil` if it throws.
///
/// Use this function only where a failure means that there's no result, and its reason isn't needed. For example, the
/// caller tries another form, or the same error is thrown or reported elsewhere.
///
/// - Parameter body: The closure.
/// - Returns: The result, or `nil` if the closure throws or its result is `nil`.
@inlinable @inline(__always)
package func nilOnFailure<Result, Failure: Error>(_ body: () throws(Failure) -> Result?) -> Result? {
  do throws(Failure) { return try body() } catch { return nil }
}

/// Returns whether a closure runs without throwing.
///
/// - Parameter body: The closure.
/// - Returns: `false` if the closure throws.
@inlinable @inline(__always)
package func succeeds<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> Bool {
  do throws(Failure) { _ = try body() } catch { return false }
  return true
}

/// Runs a closure whose failure needs no handling, such as an operation that a later call repeats.
///
/// Add a comment that states why the failure has no effect.
///
/// - Parameter body: The closure.
@inlinable @inline(__always)
package func ignoringFailure<Failure: Error>(_ body: () throws(Failure) -> Void) {
  do throws(Failure) { try body() } catch {}
}
