internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

/// The input and the outputs of a ``SettingsTool``.
///
/// Pass a console of your own to capture the output in a test.
public struct SettingsConsole: Sendable {
  /// Writes values to the output.
  public var write: @Sendable (String) -> Void

  /// Writes messages to the error output.
  public var writeError: @Sendable (String) -> Void

  /// Returns the input up to its end.
  public var readInput: @Sendable () -> String {
    didSet { (readBytes, ask) = (nil, nil) }
  }

  /// A Boolean value that indicates whether the output is a terminal, which shows colors.
  public var isTerminal: Bool {
    didSet { hasErrorColors = nil }
  }

  /// A Boolean value that indicates whether the output is a terminal, even if it shows no colors.
  var writesToTerminal: Bool { isTerminal || hasTerminal }

  /// A Boolean value that indicates whether the error output shows colors.
  var showsErrorColors: Bool { hasErrorColors ?? isTerminal }

  private var hasTerminal = false

  /// A Boolean value that indicates whether the error output shows colors, if it's a stream.
  private var hasErrorColors: Bool?

  /// The failures of the output, if it's a stream.
  private(set) var output = ConsoleOutput()

  /// Reads the input, if it's a stream.
  private var readBytes: (@Sendable () throws(FileSystemError) -> [UInt8])?

  /// Asks for a line with a prompt, if the input is a terminal; the line is hidden or shown as it's typed.
  ///
  /// It returns `nil` if the user has ended or interrupted the input.
  private(set) var ask: (@Sendable (_ prompt: String, _ isHidden: Bool) throws(FileSystemError) -> [UInt8]?)?

  /// Opens a file in the user's editor, and returns after it's closed.
  var edit: @Sendable (_ path: String, _ environment: [String: String]) throws(ToolFailure) -> Void = {
    path, environment throws(ToolFailure) in
    try TextEditor.edit(path, with: TextEditor.command(in: environment), environment)
  }

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - write: Writes values to the output.
  ///   - writeError: Writes messages to the error output.
  ///   - readInput: Returns the input up to its end.
  ///   - isTerminal: A Boolean value that indicates whether the output is a terminal, which shows colors.
  public init(
    write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable () -> String = { "" }, isTerminal: Bool = false
  ) {
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
    self.isTerminal = isTerminal
  }

  /// The standard input and outputs of the process.
  ///
  /// If the input can't be read, or the output can't be written, a command ends with
  /// ``SettingsTool/ExitCode/unavailable``.
  public static var standard: SettingsConsole { streams(input: .input, output: .output, errors: .errors) }

  /// Returns the console for three streams.
  static func streams(input: StandardStream, output: StandardStream, errors: StandardStream) -> SettingsConsole {
    let failures = ConsoleOutput()
    // A failure of the error output can't be written anywhere.
    let writeError = { @Sendable (text: String) in do throws(FileSystemError) { try errors.send(text) } catch {} }
    var console = SettingsConsole(
      write: { failures.write($0, to: output) }, writeError: writeError,
      readInput: {
        do throws(FileSystemError) { return String(decoding: try input.contents(), as: UTF8.self) } catch { return "" }
      }, isTerminal: output.showsColors)
    console.output = failures
    console.hasTerminal = output.isTerminal
    console.hasErrorColors = errors.showsColors
    console.readBytes = { () throws(FileSystemError) in try input.contents() }
    if input.isTerminal {
      console.ask = { prompt, isHidden throws(FileSystemError) in
        defer { if isHidden { writeError("\n") } }
        return try input.line(isHidden: isHidden) { writeError(prompt) }
      }
    }
    return console
  }

  /// Makes the console a terminal at which a closure answers.
  mutating func answer(_ answer: @escaping @Sendable (_ prompt: String) -> String?) {
    ask = { prompt, _ throws(FileSystemError) in answer(prompt).map { Array($0.utf8) } }
  }

  /// Returns the bytes of the input up to its end.
  ///
  /// - Throws: `FileSystemError` if the input can't be read.
  func inputBytes() throws(FileSystemError) -> [UInt8] {
    if let readBytes { return try readBytes() }
    return Array(readInput().utf8)
  }
}

extension String {
  /// Returns the text with escape sequences instead of the characters that control a terminal.
  ///
  /// Stored names and values can contain any characters, such as those that move the cursor and erase a line.
  ///
  /// - Parameter keepsLines: A Boolean value that indicates whether line feeds and tabs stay as they are.
  /// - Returns: The text.
  func printable(keepsLines: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && (scalar == "\n" || scalar == "\t"): text.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
