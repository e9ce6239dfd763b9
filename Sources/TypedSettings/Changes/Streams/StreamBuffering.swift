/// How many values a stream keeps for a consumer that is slower than the writers.
///
/// Whatever it is, the last value always arrives.
public enum StreamBuffering: Hashable, Sendable {
  /// That many of the newest values, 1 at least; those before them are passed over.
  case newest(Int)
  /// All values. Memory grows as long as the consumer stays behind.
  case unbounded
}
