import TypedSettingsTesting

#if os(macOS) || os(Linux)
  import Foundation
  import Testing
  import TypedSettings

  /// The library's documents compared with those of Python's `json` and `plistlib` and the command `plutil`.
  struct InteroperabilityTests {
    private static let python = Executable(named: "python3")
    private static let plutil = Executable(named: "plutil")

    /// The formats, with their names in the script and in `plutil`.
    private static let formats: [(format: DocumentFormat, name: String)] = [
      (.json, "json"), (.xmlPropertyList, "xml1"), (.binaryPropertyList, "binary1"),
    ]
    private static let lists = Array(formats.dropFirst())

    /// One value with every kind that both a format and Python support; Python's dates cover the years 1 to 9999.
    private static func values(in format: DocumentFormat, seed: UInt64) throws -> SettingsValue {
      var generator = SeededGenerator(seed: seed)
      var values: [SettingsValue] = [
        .null, true, false, 0, -1, 255, 256, 65_536, 4_294_967_296, .integer(.min), .integer(.max), .unsigned(1 << 63),
        .unsigned(.max), 0.0, -0.0, 1.0, 0.1, 1e300, .double(.leastNonzeroMagnitude), .double(.nan),
        .double(.infinity), .double(-.infinity), "", " a \n", "\r\n\r", "<&>\"']]>", "é", "e\u{301}", "😀\u{85}\u{2028}",
        .data(Data()), .data(Data(0...255)), .date(.distantFuture), [], [:], ["": [["a": []]]],
      ]
      for seconds in [0, -0.25, 0.5, 816_941_730, -63_113_904_000, -30_000_000_000, 252_423_993_599] {
        values.append(.date(Date(timeIntervalSinceReferenceDate: seconds)))
      }
      for _ in 0..<500 { values.append(generator.plainValue()) }
      return format.canonical(.array(try values.filter { try document(of: $0, in: format) != nil }))
    }

    @Test(
      .enabled(if: python != nil, "python3 is not here"), arguments: formats
    ) func `Python reads what the library writes`(format: DocumentFormat, name: String) throws {
      let python = try #require(Self.python)
      let value = try Self.values(in: format, seed: 31)
      let dump = try python.run(["-c", Self.script, "read", name], input: format.bytes(of: value))
      #expect(String(decoding: dump, as: UTF8.self) == Self.dump(value, in: format))
    }

    @Test(
      .enabled(if: python != nil, "python3 is not here"), arguments: formats
    ) func `the library reads what Python writes`(format: DocumentFormat, name: String) throws {
      let python = try #require(Self.python)
      var value = try Self.values(in: format, seed: 32)
      switch (format, value) {
      // Python writes every carriage return as a line feed.
      case (.xmlPropertyList, _): value = Self.withoutCarriageReturns(value)
      // Python treats the two zeros as one.
      case (.binaryPropertyList, .array(let values)): value = .array(values.filter { $0 != -0.0 })
      default: break
      }
      let document = try python.run(
        ["-c", Self.script, "write", name], input: Array(Self.dump(value, in: format).utf8))
      #expect(DocumentFormat.detect(document) == format)
      #expect(try format.value(of: document) == value)
      // Python numbers objects, shares scalars and chooses sizes as the library does.
      if format == .binaryPropertyList { #expect(try format.bytes(of: value) == document) }
    }

    @Test(
      .enabled(if: plutil != nil, "plutil is not here"), arguments: lists
    ) func `plutil reads what the library writes`(format: DocumentFormat, name: String) throws {
      let plutil = try #require(Self.plutil)
      let value = try Self.values(in: format, seed: 33)
      let document = try format.bytes(of: value)
      #expect(try String(decoding: plutil.run(["-lint", "-"], input: document), as: UTF8.self).hasSuffix(": OK\n"))
      let list = try plutil.run(["-convert", "binary1", "-o", "-", "-"], input: document)
      #expect(try DocumentFormat.binaryPropertyList.value(of: list) == value)
    }

    private static func withoutCarriageReturns(_ value: SettingsValue) -> SettingsValue {
      switch value {
      case .string(let text): .string(withoutCarriageReturns(text))
      case .array(let values): .array(values.map(withoutCarriageReturns))
      case .dictionary(let values):
        .dictionary(
          Dictionary(
            values.map { (withoutCarriageReturns($0.key), withoutCarriageReturns($0.value)) }, uniquingKeysWith: { $1 })
        )
      case .null, .bool, .integer, .unsigned, .double, .data, .date: value
      }
    }

    private static func withoutCarriageReturns(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" }))
    }
  }

  // The neutral form, for both sides: a line for each scalar, key and bracket, with numbers as their bits.
  extension InteroperabilityTests {
    private static func dump(_ value: SettingsValue, in format: DocumentFormat) -> String {
      var lines: [String] = []
      append(value, null: format == .json ? "null" : "string \(hexadecimal("$null".utf8))", to: &lines)
      return lines.map { $0 + "\n" }.joined()
    }

    private static func append(_ value: SettingsValue, null: String, to lines: inout [String]) {
      switch value {
      case .null: lines.append(null)
      case .bool(let value): lines.append("bool \(value ? 1 : 0)")
      case .integer(let value): lines.append("integer \(value)")
      case .unsigned(let value): lines.append("integer \(value)")
      case .double(let value): lines.append("real \(hexadecimal(bigEndian(value.bitPattern, size: 8)))")
      case .string(let value): lines.append("string \(hexadecimal(value.utf8))")
      case .data(let value): lines.append("data \(hexadecimal(value))")
      case .date(let value):
        lines.append("date \(hexadecimal(bigEndian(value.timeIntervalSinceReferenceDate.bitPattern, size: 8)))")
      case .array(let values):
        lines.append("[")
        for value in values { append(value, null: null, to: &lines) }
        lines.append("]")
      case .dictionary(let values):
        lines.append("{")
        for (key, value) in values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          lines.append("key \(hexadecimal(key.utf8))")
          append(value, null: null, to: &lines)
        }
        lines.append("}")
      }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
      bytes.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Converts a document to its neutral form, or back.
    private static let script = """
      import datetime, json, plistlib, struct, sys

      epoch = datetime.datetime(2001, 1, 1)

      def dump(value):
          if value is None: yield "null"
          elif isinstance(value, bool): yield f"bool {int(value)}"
          elif isinstance(value, int): yield f"integer {value}"
          elif isinstance(value, float): yield "real " + struct.pack(">d", value).hex()
          elif isinstance(value, str): yield "string " + value.encode().hex()
          elif isinstance(value, bytes): yield "data " + value.hex()
          elif isinstance(value, datetime.datetime):
              yield "date " + struct.pack(">d", (value - epoch).total_seconds()).hex()
          elif isinstance(value, list):
              yield "["
              for part in value: yield from dump(part)
              yield "]"
          else:
              yield "{"
              for key in sorted(value):
                  yield "key " + key.encode().hex()
                  yield from dump(value[key])
              yield "}"

      def load(lines):
          kind, _, text = next(lines).partition(" ")
          if kind == "null": return None
          if kind == "bool": return text == "1"
          if kind == "integer": return int(text)
          if kind == "real": return struct.unpack(">d", bytes.fromhex(text))[0]
          if kind == "string": return bytes.fromhex(text).decode()
          if kind == "data": return bytes.fromhex(text)
          if kind == "date": return epoch + datetime.timedelta(seconds=struct.unpack(">d", bytes.fromhex(text))[0])
          if kind == "[":
              values = []
              while (value := load(lines)) is not end: values.append(value)
              return values
          if kind == "{":
              values = {}
              while (key := load(lines)) is not end: values[key] = load(lines)
              return values
          return bytes.fromhex(text).decode() if kind == "key" else end

      end = object()
      action, format = sys.argv[1:]
      formats = {"xml1": plistlib.FMT_XML, "binary1": plistlib.FMT_BINARY}
      source = sys.stdin.buffer.read()
      if action == "read":
          value = json.loads(source) if format == "json" else plistlib.loads(source, fmt=formats[format])
          result = "".join(line + "\\n" for line in dump(value)).encode()
      else:
          value = load(iter(source.decode().splitlines()))
          result = (
              json.dumps(value, allow_nan=False).encode() if format == "json"
              else plistlib.dumps(value, fmt=formats[format]))
      sys.stdout.buffer.write(result)
      """
  }
#endif
