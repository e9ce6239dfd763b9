internal import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A format of the command `schema`.
enum SchemaFormat: String, CaseIterable {
  case document
  case jsonSchema = "json-schema"
  case markdown
  case profileManifest = "profile-manifest"
  case appConfiguration = "app-config"
  case settingsBundle = "settings-bundle"

  /// The names of all formats.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// A Boolean value that indicates whether a document has the settings of one domain.
  var hasOneDomain: Bool { self == .profileManifest || self == .appConfiguration }
}

extension ToolSession {
  func schema() throws {
    let schema = SettingsSchema(of: tool.makeGroups(), naming: tool.names)
    guard let format = SchemaFormat(rawValue: arguments.value(of: "format") ?? SchemaFormat.document.rawValue) else {
      throw ToolFailure(.usage, "'--format' is one of: \(SchemaFormat.list)")
    }
    if arguments.has("domain"), !format.hasOneDomain, format != .jsonSchema {
      throw ToolFailure(.usage, "'--domain' doesn't apply to the format '\(format.rawValue)'")
    }
    if arguments.has("output"), format != .settingsBundle {
      throw ToolFailure(.usage, "'--output' applies to the format 'settings-bundle' only")
    }
    switch format {
    case .document: write(try schema.json())
    case .jsonSchema:
      let contents = arguments.has("domain") ? SettingsSchema.DocumentContents.domain(try domain(of: schema)) : .domains
      write(try schema.jsonSchema(of: contents, title: tool.command))
    case .markdown: write(schema.markdown().utf8)
    case .profileManifest:
      write(try schema.profileManifest(ofDomain: try domain(of: schema), title: programName))
    case .appConfiguration: write(schema.appConfiguration(ofDomain: try domain(of: schema)))
    case .settingsBundle: try write(bundle: schema.settingsBundle())
    }
  }

  /// The name of the program, which the words of the command start with.
  private var programName: String { tool.command.split(separator: " ").first.map(String.init) ?? tool.command }

  /// The domain that the arguments name, or the only one.
  private func domain(of schema: SettingsSchema) throws -> String {
    let domains = schema.domains.keys.sorted()
    if let name = arguments.value(of: "domain") {
      if domains.contains(name) { return name }
      let nearest = NearestName.of(name, among: domains).map { "; did you mean '\($0)'?" } ?? ""
      throw ToolFailure(.usage, "no domain '\(name)'\(nearest)")
    }
    if domains.count == 1 { return domains[0] }
    throw ToolFailure(.usage, "name one of the domains with '--domain': \(domains.joined(separator: ", "))")
  }

  /// Writes the files of a bundle to a folder, or the only one to the output.
  private func write(bundle files: [String: Data]) throws {
    guard let path = arguments.value(of: "output") else {
      if files.count == 1, let document = files.values.first { return write(document) }
      throw ToolFailure(.usage, "the bundle has several files; name a folder with '--output'")
    }
    let folder = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, document) in files.sorted(by: { $0.key < $1.key }) {
        try document.write(to: folder.appending(path: name), options: .atomic)
        note("wrote \(name)")
      }
    } catch {
      throw ToolFailure(.usage, "can't write to the folder '\(path)'")
    }
  }
}
