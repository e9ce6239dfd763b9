import CBenchmarkSupport

/// Uses a value, so that the optimizer must produce it.
@inline(__always)
func sink<Value>(_ value: Value) {
  withUnsafePointer(to: value) { benchmark_sink($0) }
}

/// Uses a value and hands it back.
@inline(__always)
func sunk<Value>(_ value: Value) -> Value {
  sink(value)
  return value
}

/// Makes an object of which the optimizer knows nothing.
@inline(never)
func opaque<Object: AnyObject>(_ make: () -> Object) -> Object {
  let object = make()
  benchmark_sink(Unmanaged.passUnretained(object).toOpaque())
  return object
}
