import Foundation

/// The options of the command line.
public struct Options: Sendable {
  /// The folder that the devices share; `nil` if they are connected by a socket.
  private(set) var folder: URL?

  /// The path of the socket.
  private(set) var socket: String

  /// The folder of the device's own files.
  private(set) var data: URL

  /// Reads the options.
  public init(device: String, _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst()) throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "typed-settings-companion")
    socket = place.appending(path: "socket").path
    data = place.appending(path: device)
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      guard let value = arguments.next() else { throw UsageError() }
      switch option {
      case "--folder": folder = URL(filePath: value)
      case "--socket": socket = value
      case "--data": data = URL(filePath: value)
      default: throw UsageError()
      }
    }
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  }
}

/// The error of invalid options.
public struct UsageError: Error, CustomStringConvertible {
  /// The usage.
  public let description = "usage: swift run (phone|watch|remote) [--folder FOLDER] [--socket PATH] [--data FOLDER]"
}

/// Prints an error to standard error and exits with code 2 for invalid options, and otherwise with 1.
///
/// An error that reaches the top level would look like a crash.
public func stop(because error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(error is UsageError ? "" : "error: ")\(error)\n".utf8))
  exit(error is UsageError ? 2 : 1)
}
