import Testing
import TypedSettings

@testable import TypedSettingsCore

extension SimulatedDisk {
  /// A disk with the folder of the settings.
  static func withFolder() -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk.makeFolder("/home")
    disk.makeFolder(SimulatedProcess.folder)
    return disk
  }

  /// A disk on which an exited process has left `a` in the document and `b` in the journal.
  static func withDocumentAndJournal() throws -> SimulatedDisk {
    let disk = withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    try process.checkpoint()
    try process.set("b", 1)
    return disk
  }

  /// Returns the disks that a kill would leave before each relevant call of a body, and after the last.
  func moments(of body: () throws -> Void) rethrows -> [SimulatedDisk] {
    let moments = LockedState<[SimulatedDisk]>([])
    interrupt { [unowned self] call in
      guard call.operation.changesDisk || call.operation == .synchronize else { return }
      let moment = afterKill()
      moments.withLock { $0.append(moment) }
    }
    defer { interrupt(with: nil) }
    try body()
    return moments.withLock { $0 } + [afterKill()]
  }

  /// Runs another body before each call that a process makes during a body.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - other: The other body, which gets the number of the call; the first call is number one.
  ///   - body: The body.
  /// - Returns: The number of calls.
  func countCalls(
    of process: Int32, running other: @escaping @Sendable (Int) -> Void, during body: () throws -> Void
  ) rethrows -> Int {
    let count = LockedState(0)
    interrupt { call in
      guard call.process == process else { return }
      let number = count.withLock { count in
        count += 1
        return count
      }
      other(number)
    }
    defer { interrupt(with: nil) }
    try body()
    return count.withLock { $0 }
  }

  /// Runs another body before one of the calls of a body.
  ///
  /// - Parameters:
  ///   - other: The other body.
  ///   - number: The number of the call.
  ///   - operation: The operation whose calls are counted, or `nil` for all calls.
  ///   - body: The body.
  /// - Returns: Whether the body made such a call.
  func run(
    _ other: @escaping @Sendable () -> Void, beforeCall number: Int, to operation: FileCall.Operation? = nil,
    of body: () throws -> Void
  ) rethrows -> Bool {
    let rest = LockedState(number)
    interrupt { call in
      guard operation.map({ $0 == call.operation }) ?? true else { return }
      let isDue = rest.withLock { rest in
        rest -= 1
        return rest == -1
      }
      if isDue { other() }
    }
    defer { interrupt(with: nil) }
    try body()
    return rest.withLock { $0 < 0 }
  }
}

extension SimulatedProcess {
  /// Returns the values that a process sees if it starts on the disk now.
  static func values(on disk: SimulatedDisk) throws -> [String: SettingsValue] {
    try quietly { try SimulatedProcess(disk.afterKill(), number: 90).values }
  }
}

/// Runs a body and discards its reports.
func quietly<Result>(_ body: () throws -> Result) rethrows -> Result {
  try SettingsDiagnostics.withHandler({ _ in }, operation: body)
}

extension SimulatedProcess {
  /// Returns the contents of the document, without the journal.
  static func documentValues(on disk: SimulatedDisk) throws -> [String: SettingsValue] {
    let alone = SimulatedDisk.withFolder()
    if let bytes = disk.bytes(at: document) { alone.replace(document, with: bytes) }
    return try values(on: alone)
  }
}

extension SimulatedDisk {
  /// Returns the document after an edit that keeps its length: the last 1 becomes a 9.
  func editedDocument() throws -> [UInt8] {
    var bytes = try #require(self.bytes(at: SimulatedProcess.document))
    bytes[try #require(bytes.lastIndex(of: UInt8(ascii: "1")))] = UInt8(ascii: "9")
    return bytes
  }

  /// Overwrites the document with an edit that keeps its length, as a program does that doesn't replace the file.
  func editInPlace(restoresTime: Bool = false) throws {
    overwrite(SimulatedProcess.document, with: try editedDocument(), restoresTime: restoresTime)
  }
}
