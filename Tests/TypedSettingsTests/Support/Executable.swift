#if os(macOS) || os(Linux)
  import Foundation

  /// A program that is installed on this machine.
  struct Executable: Sendable {
    /// The result of a program that failed.
    struct Failure: Error {
      let status: Int32
      let output: String
    }

    private let url: URL

    /// Finds a program by its name, as the shell does; `nil` if it isn't installed.
    init?(named name: String) {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let urls = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      guard let url = urls.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
      self.url = url
    }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - input: Its standard input.
    /// - Returns: Its standard output.
    /// - Throws: ``Failure`` unless it succeeds.
    func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // Files, not pipes: a program blocks if its output isn't read.
      let source = folder.appendingPathComponent("input")
      let result = folder.appendingPathComponent("output")
      let errors = folder.appendingPathComponent("errors")
      for (file, bytes) in [(source, input), (result, []), (errors, [])] { try Data(bytes).write(to: file) }
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
      process.standardInput = try FileHandle(forReadingFrom: source)
      process.standardOutput = try FileHandle(forWritingTo: result)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        let output = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        throw Failure(status: process.terminationStatus, output: output)
      }
      return Array(try Data(contentsOf: result))
    }
  }
#endif
