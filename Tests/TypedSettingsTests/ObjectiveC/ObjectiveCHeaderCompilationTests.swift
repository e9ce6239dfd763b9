#if os(macOS) || os(Linux)
  import Foundation
  import Testing
  import TypedSettings
  import TypedSettingsForms
  import TypedSettingsObjectiveC

  private enum Theme: String { case light, dark }
  private struct Passport: Codable { var age = 3 }

  /// A language and the type that declares the properties.
  private struct CompilationCase: CustomTestStringConvertible, Sendable {
    let language: String
    let form: ObjectiveCHeader.Form
    /// The declared type of an object with the properties.
    let type: String

    var testDescription: String { "\(language), \(form)" }

    static let all = ["objective-c", "objective-c++"].flatMap { language in
      [
        CompilationCase(language: language, form: .protocol, type: "id<AppSettings>"),
        CompilationCase(language: language, form: .interface(superclass: "NSObject"), type: "AppSettings *"),
        CompilationCase(language: language, form: .category(of: "NSObject"), type: "NSObject *"),
      ]
    }
  }

  struct ObjectiveCHeaderCompilationTests {
    private static let clang = Executable(named: "clang")

    private static let headers = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("AppleStubs/Headers")

    /// Every type, every kind of name, and texts that would break a careless comment.
    private static var settings: [any Setting] {
      let words = [
        "default", "register", "int", "id", "class", "namespace", "and", "this", "in", "nonatomic", "BOOL", "typeof",
        "self", "super", "hash", "description", "copy", "init", "true", "YES", "nil", "NULL", "übung", "жук", "🙂",
        "a b",
        "", "x;", "$x", "_x", "newText", "copyText", "initText", "mutableCopyText", "allocText", "newest", "IBAction",
        "readonly", "getter", "atomic", "property", "interface", "end", "instancetype", "_Bool", "_Atomic", "URL",
      ]
      return [
        forwarded("flag", true, documentation: "Ends */ here. \\"),
        forwarded("isOn", false, documentation: "A path: C:\\dir\\\nand ??/"),
        forwarded("count", 1, documentation: "/* open\n#error \"no\"\n// \u{2029}#error \"no\""),
        forwarded("size", UInt(1)),
        forwarded("tiny", Int8(1)), forwarded("short16", Int16(1)), forwarded("word", Int32(1)),
        forwarded("long64", Int64(1)), forwarded("byte", UInt8(1)), forwarded("big", UInt64(1)),
        forwarded("ratio", 0.5), forwarded("small", Float(0.5)), forwarded("text", "a"), forwarded("data", Data()),
        forwarded("date", Date.distantPast), forwarded("home", URL(filePath: "/")), forwarded("uuid", UUID()),
        forwarded("price", Decimal(1)), forwarded("anything", SettingsValue.null), forwarded("list", [[1]]),
        forwarded("table", ["a": ["b"]]), forwarded("maybe", Int?.none), forwarded("newMaybe", String?.none),
        forwarded("theme", Theme.light, coding: .rawValue), forwarded("profile", Passport(), coding: .codable),
        forwarded("up", 1), forwarded("Up", 2),
      ] + words.map { forwarded($0, "text") } + ["auto", "while", "isolated"].map { forwarded($0, true) }
    }

    private static let use = """
      void use(TYPE settings) {
        settings.flag = settings.isFlag || settings.flag || [settings isFlag];
        settings.isOn = ![settings isOn];
        [settings setIsOn:NO];
        settings.count += settings.Up;
        settings.up = settings.tiny;
        settings.big = UINT64_MAX;
        NSString *text = settings.text;
        settings.text = text;
        settings.default_ = [settings default];
        [settings setDefault:text];
        settings.register_ = settings.int_;
        settings.auto_ = [settings isAuto];
        settings.theme = settings.newText;
        settings.newMaybe = nil;
        settings.maybe = nil;
        settings.list = [[NSArray alloc] init];
        settings.anything = settings.table;
        settings.übung = settings.жук;
        [settings setÜbung:text];
        NSDecimalNumber *price = settings.price;
        settings.price = price;
      }

      """

    /// Returns the errors and warnings of the compiler for a source file.
    private func diagnostics(of source: String, as language: String) throws -> String {
      let clang = try #require(Self.clang)
      let standard = language == "objective-c" ? "gnu11" : "gnu++17"
      do {
        _ = try clang.run(
          [
            "-fsyntax-only", "-x", language, "-std=\(standard)", "-target", "arm64-apple-macosx15.0", "-nostdlibinc",
            "-fobjc-arc", "-Wall", "-Wextra", "-Wno-objc-root-class", "-Werror", "-I", Self.headers.path, "-",
          ], input: Array(source.utf8))
        return ""
      } catch let failure as Executable.Failure {
        return "exit code \(failure.status): \(failure.output)"
      }
    }

    @Test(.enabled(if: clang != nil, "needs the compiler clang"), arguments: CompilationCase.all)
    private func `a compiler reads the header, and code uses it`(example: CompilationCase) throws {
      let header = ObjectiveCHeader(named: "AppSettings", form: example.form, AnyGroup(Self.settings)).text
      let use = Self.use.replacingOccurrences(of: "TYPE", with: example.type)
      // Imported twice, to test the include guard.
      #expect(try diagnostics(of: header + header + use, as: example.language) == "")
      // A property that the header lacks is an error, so the compiler has seen the use.
      let misuse = use.replacingOccurrences(of: "settings.isFlag", with: "settings.unknown")
      #expect(try diagnostics(of: header + misuse, as: example.language).contains("'unknown'"))
    }

    @Test(.enabled(if: clang != nil, "needs the compiler clang"))
    func `the compiler rejects a wrong type`() throws {
      let header = ObjectiveCHeader(named: "AppSettings", AnyGroup(Self.settings)).text
      #expect(try diagnostics(of: header + "void use(id<AppSettings> x) { x.count = 1; }", as: "objective-c") == "")
      let found = try diagnostics(of: header + "void use(id<AppSettings> x) { x.count = x; }", as: "objective-c")
      #expect(found.contains("NSInteger"))
    }
  }
#endif
