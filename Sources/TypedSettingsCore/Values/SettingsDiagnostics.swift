#if canImport(Darwin)
  internal import os
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A central place for reporting errors that can't be thrown.
///
/// Examples are a stored value that can't be decoded and an assignment that the store refused. Until you add a handler,
/// each report is written once to standard error, or to the system log on Apple platforms. To handle reports, add a
/// handler:
///
/// ```swift
/// let token = SettingsDiagnostics.addHandler { error in
///   logger.error("\(error)")
/// }
/// ```
///
/// The first handler also receives the latest 64 reports that were made before it was added.
public enum SettingsDiagnostics {
  /// A token that identifies a registered handler.
  public struct HandlerToken: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// A closure that receives reports on the thread that made them.
  public typealias Handler = @Sendable (SettingsError) -> Void

  private struct State {
    var handlers = NumberedTable<Handler>()
    var unhandled = UnhandledReports()
  }

  private static let state = LockedState(State())

  @TaskLocal private static var scopedHandler: Handler?

  /// Adds a handler for all reports of the process.
  ///
  /// Creating a store or a group can make a report. A handler deadlocks if it uses a static property that is being
  /// initialized with that object.
  ///
  /// - Parameter handler: A closure that is called once for each report, outside every lock. It may read and write
  ///   settings.
  /// - Returns: A token to pass to ``removeHandler(_:)``.
  @discardableResult
  public static func addHandler(_ handler: @escaping Handler) -> HandlerToken {
    let (token, unhandled) = state.withLock { state in
      (HandlerToken(number: state.handlers.add(handler)), state.unhandled.take())
    }
    for error in unhandled { handler(error) }
    return token
  }

  /// Removes a handler, or does nothing if the token is unknown.
  public static func removeHandler(_ token: HandlerToken) {
    let removed = state.withLock { $0.handlers.remove(token.number) }
    // Released outside the lock, because it may deallocate objects whose deinitializers make reports.
    withExtendedLifetime(removed) {}
  }

  /// Performs an operation and sends its reports only to the given handler.
  ///
  /// The handler is task-local: it also receives the reports of child tasks, but not the reports of other tasks. Use
  /// this method in tests.
  ///
  /// - Parameters:
  ///   - handler: A closure that is called once for each report of the operation.
  ///   - operation: The operation to perform.
  /// - Returns: The return value of the operation.
  /// - Throws: Any error that the operation throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler, operation: () throws -> Result
  ) rethrows -> Result {
    try $scopedHandler.withValue(handler, operation: operation)
  }

  /// Performs an asynchronous operation and sends its reports only to the given handler.
  ///
  /// - Parameters:
  ///   - handler: A closure that is called once for each report of the operation.
  ///   - isolation: The actor that the operation runs on; by default, the actor of the caller.
  ///   - operation: The operation to perform.
  /// - Returns: The return value of the operation.
  /// - Throws: Any error that the operation throws.
  public static func withHandler<Result>(
    _ handler: @escaping Handler, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $scopedHandler.withValue(handler, operation: operation, isolation: isolation)
  }

  /// Reports an error to the handlers, or to the default output if there are none.
  ///
  /// Call this method in a store for errors that it can't throw.
  ///
  /// - Parameter error: The error.
  public static func report(_ error: SettingsError) {
    let scopedHandler = Self.scopedHandler
    if DeferredCallbacks.isActive, DeferredCallbacks.add({ send(error, to: scopedHandler) }) { return }
    send(error, to: scopedHandler)
  }

  private static func send(_ error: SettingsError, to scopedHandler: Handler?) {
    if let scopedHandler { return scopedHandler(error) }
    let (handlers, removed) = state.withLock { state -> ([NumberedTable<Handler>.Entry], SettingsError?) in
      (state.handlers.entries, state.handlers.isEmpty ? state.unhandled.add(error) : nil)
    }
    // Released outside the lock, because an error of a client can be its underlying error, and make reports when it's
    // deallocated.
    withExtendedLifetime(removed) {}
    if handlers.isEmpty {
      // Created outside the lock, because it may read the settings file to find the error's place.
      let text = error.description
      if state.withLock({ $0.unhandled.addText(text) }) { DefaultOutput.write(text) }
    }
    for handler in handlers { handler.element(error) }
  }
}

/// The output for reports without a handler: the system log on Apple platforms, and standard error elsewhere.
private enum DefaultOutput {
  #if canImport(Darwin)
    private static let logger = Logger(subsystem: "TypedSettings", category: "Settings")
  #endif

  /// Writes the text of a report.
  static func write(_ text: String) {
    #if canImport(Darwin)
      // Public, because an error doesn't contain secrets.
      logger.error("\(text, privacy: .public)")
    #else
      var line = "TypedSettings: \(text)\n"
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
          // Standard error is closed.
          guard count > 0 else { return }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    #endif
  }
}

/// The reports that no handler received.
private struct UnhandledReports {
  private static let limit = 64

  /// The latest reports, oldest first.
  private(set) var latest: [SettingsError] = []

  /// The texts that have been written to the default output.
  private var texts: Set<String> = []

  /// Adds a report.
  ///
  /// - Returns: The oldest report if it's removed, to be released outside the lock.
  mutating func add(_ error: SettingsError) -> SettingsError? {
    let removed = latest.count == Self.limit ? latest.removeFirst() : nil
    latest.append(error)
    return removed
  }

  /// Adds the text of a report.
  ///
  /// - Returns: `true` if the text wasn't added before.
  mutating func addText(_ text: String) -> Bool {
    // Bounds the memory use of a program that keeps producing new texts.
    if texts.count >= 16 * Self.limit { texts = [] }
    return texts.insert(text).inserted
  }

  /// Removes and returns the latest reports.
  mutating func take() -> [SettingsError] {
    defer { latest = [] }
    return latest
  }
}
