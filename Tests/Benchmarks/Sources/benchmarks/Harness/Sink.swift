import CBenchmarkSupport

/// Uses a value, so that the optimizer must produce it.
@inline(__always)
func sink<Value>(_ value: Value) {
  withUnsafePointer(to: value) { benchmark_sink($0) }
}

/// Uses a string through a function that the optimizer can't inline, as most code does.
///
/// The function may change the property that holds the string, so the caller needs a copy.
@inline(never)
func use(_ text: String) {
  withUnsafePointer(to: text.utf8.count) { benchmark_sink($0) }
}

/// Uses a value and returns it.
@inline(__always)
func sunk<Value>(_ value: Value) -> Value {
  sink(value)
  return value
}

/// Creates an object that is opaque to the optimizer.
@inline(never)
func opaque<Object: AnyObject>(_ make: () -> Object) -> Object {
  let object = make()
  benchmark_sink(Unmanaged.passUnretained(object).toOpaque())
  return object
}

/// Keeps the last value, as a view that displays it does.
final class Kept<Value> {
  private let value: UnsafeMutablePointer<Value>

  init(_ first: Value) {
    value = .allocate(capacity: 1)
    value.initialize(to: first)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  @inline(__always)
  func keep(_ new: Value) {
    value.pointee = new
    benchmark_sink(value)
  }
}
