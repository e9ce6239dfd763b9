#if canImport(Darwin)
  internal import os
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The reports of failures in places that can't throw, such as a stored value that can't be decoded or an assignment
/// that the store refused.
///
/// Until a program adds a handler, each report is written once to standard error, or to the system's log on Apple's
/// platforms. Add a handler to take reports over:
///
/// ```swift
/// let token = SettingsDiagnostics.addHandler { error in
///   logger.error("\(error)")
/// }
/// ```
///
/// The first handler also receives the latest 64 reports from before it was added.
public enum SettingsDiagnostics {
  /// Identifies a handler that was added.
  public struct HandlerToken: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// A function that receives reports, on whatever thread the report was made.
  public typealias Handler = @Sendable (SettingsError) -> Void

  private struct State {
    var handlers: [(token: HandlerToken, call: Handler)] = []
    var unhandled = UnhandledReports()
    var lastNumber: UInt64 = 0
  }

  private static let state = LockedState(State())

  @TaskLocal private static var scopedHandler: Handler?

  /// Adds a handler for all reports of the process.
  ///
  /// - Parameter handler: Called once for each report, outside every lock. It may read and write settings.
  /// - Returns: What ``removeHandler(_:)`` takes.
  @discardableResult
  public static func addHandler(_ handler: @escaping Handler) -> HandlerToken {
    let (token, unhandled) = state.withLock { state in
      state.lastNumber += 1
      let token = HandlerToken(number: state.lastNumber)
      state.handlers.append((token, handler))
      return (token, state.unhandled.take())
    }
    for error in unhandled { handler(error) }
    return token
  }

  /// Removes a handler; an unknown token is left alone.
  public static func removeHandler(_ token: HandlerToken) {
    let removed = state.withLock { state -> Handler? in
      guard let index = state.handlers.firstIndex(where: { $0.token == token }) else { return nil }
      return state.handlers.remove(at: index).call
    }
    // Let go of outside the lock: with the handler may go objects whose code reports.
    withExtendedLifetime(removed) {}
  }

  /// Runs an operation whose reports go to a handler of its own, and to no other.
  ///
  /// Reports follow the task: those of child tasks come too, those of other tasks do not. Meant for tests.
  ///
  /// - Parameters:
  ///   - handler: Called once for each report made by the operation.
  ///   - operation: What to run.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler, operation: () throws -> Result
  ) rethrows -> Result {
    try $scopedHandler.withValue(handler, operation: operation)
  }

  /// Runs an asynchronous operation whose reports go to a handler of its own, and to no other.
  ///
  /// - Parameters:
  ///   - handler: Called once for each report made by the operation.
  ///   - isolation: The actor that the operation runs on; the caller's where it is left out.
  ///   - operation: What to run.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scopedHandler.withValue(handler, operation: operation, isolation: isolation)
  }

  /// Reports an error to the handlers, or to the default output while there are none.
  ///
  /// Stores call it for failures that they can't throw.
  ///
  /// - Parameter error: The error.
  public static func report(_ error: SettingsError) {
    if let scopedHandler { return scopedHandler(error) }
    let (handlers, isNew) = state.withLock { state in
      (state.handlers, state.handlers.isEmpty && state.unhandled.add(error))
    }
    if isNew { return DefaultOutput.write(error) }
    for handler in handlers { handler.call(error) }
  }
}

/// The output of reports while a program has added no handler: the system's log on Apple's platforms, and standard
/// error elsewhere.
enum DefaultOutput {
  #if canImport(Darwin)
    private static let logger = Logger(subsystem: "TypedSettings", category: "Settings")
  #endif

  /// Writes a report.
  static func write(_ error: SettingsError) {
    #if canImport(Darwin)
      // Public, because an error contains no secrets.
      logger.error("\(error.description, privacy: .public)")
    #else
      var line = "TypedSettings: \(error.description)\n"
      line.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty, let start = rest.baseAddress {
          #if canImport(Glibc)
            let count = Glibc.write(STDERR_FILENO, start, rest.count)
          #elseif canImport(Musl)
            let count = Musl.write(STDERR_FILENO, start, rest.count)
          #else
            let count = 0
          #endif
          // A closed standard error leaves nowhere to write to.
          guard count > 0 else { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    #endif
  }
}

/// The reports that no handler has received.
struct UnhandledReports {
  private static let limit = 64

  /// The latest reports, the oldest one first.
  private(set) var latest: [SettingsError] = []

  /// The texts that were written to the default output.
  private var texts: Set<String> = []

  /// Adds a report.
  ///
  /// - Returns: Whether a report of the same text wasn't added before.
  mutating func add(_ error: SettingsError) -> Bool {
    if latest.count == Self.limit { latest.removeFirst() }
    latest.append(error)
    // A program that fails in ever new ways must not take ever more memory for it.
    if texts.count >= 16 * Self.limit { texts = [] }
    return texts.insert(error.description).inserted
  }

  /// Returns the latest reports, and forgets them.
  mutating func take() -> [SettingsError] {
    defer { latest = [] }
    return latest
  }
}
