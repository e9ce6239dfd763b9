internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ToolSession {
  /// A problem with the stored settings.
  private struct Problem {
    let kind: String
    let name: String
    let text: String
    /// The exit code, or `nil` for a remark.
    let code: SettingsTool.ExitCode?
    /// The reports about the problem, if their text differs from the text of the problem.
    let reports: ToolMessages.Subject?

    init(
      kind: String, name: String, text: String, code: SettingsTool.ExitCode? = .refused,
      reports: ToolMessages.Subject? = nil
    ) {
      (self.kind, self.name, self.text, self.code, self.reports) = (kind, name, text, code, reports)
    }

    /// Creates the problem of a value that a setting can't use.
    init(unusable text: String, code: SettingsError.Code, name: String) {
      self.init(kind: code == .invalid ? "invalid" : "undecodable", name: name, text: text)
    }
  }

  func doctor() throws {
    if arguments.has("fix") || arguments.has("preview") { return try fix(isPreview: arguments.has("preview")) }
    try listProblems()
  }

  /// Prints the problems.
  ///
  /// - Parameter fixes: The solutions that were carried out, which come first in a list that is JSON.
  /// - Throws: ``ToolFailure`` if one of them is more than a remark.
  func listProblems(after fixes: [SettingsValue] = []) throws {
    let problems = storeProblems + settings.flatMap(problems) + undeclared + brokenRules
    for problem in problems {
      messages.markWritten(.text(problem.text))
      if let reports = problem.reports { messages.markWritten(reports) }
    }
    if arguments.isJSON {
      try print(
        json: .array(
          fixes + problems.map { ["kind": .string($0.kind), "name": .string($0.name), "problem": .string($0.text)] }))
    } else {
      for problem in problems {
        print("\(problem.kind): \(problem.name): \(problem.text)".printable(keepsLines: false))
      }
      if problems.isEmpty { note("no problems with \(Self.text(ofCount: settings.count))") }
    }
    if let code = problems.compactMap(\.code).max(by: { $0.rawValue < $1.rawValue }) {
      throw ToolFailure(code, problems.count == 1 ? "1 problem" : "\(problems.count) problems")
    }
  }

  /// The problems of one setting.
  private func problems(of member: Named) -> [Problem] {
    let (name, setting) = member
    let inspection = setting.inspect()
    let linked = setting as? any LinkedSetting
    var problems = inspection.issues.map { Problem(unusable: "\($0)", code: $0.code, name: name) }
    for layer in inspection.layers where layer.isSkipped {
      let place = description(ofLayer: layer.layer, of: setting)
      for issue in layer.value.flatMap({ linked?.issues(of: $0) }) ?? [] {
        let text = setting.traits.contains(.secret) ? nil : layer.value?.typedText
        let sentence = "\(place) isn't used: \(issue.sentence(aboutTyped: text))"
        problems.append(Problem(unusable: sentence, code: issue.code, name: name))
      }
    }
    if let layer = inspection.layers.lockingLayer {
      let text =
        "decided by \(description(ofLayer: layer, of: setting))"
        + (inspection.issues.isEmpty ? "" : ", whose value can't be used")
      problems.append(Problem(kind: "locked", name: name, text: text, code: nil))
    }
    if let refusal = linked?.link.refusal {
      messages.markWritten(.text("\(refusal)"))
      problems.append(Problem(kind: "refused", name: name, text: Self.explanation(of: refusal), code: nil))
    }
    return problems
  }

  /// The problems of files, of stores, and of versions.
  private var storeProblems: [Problem] {
    var problems: [Problem] = []
    var files: Set<ObjectIdentifier> = []
    var stores: Set<ObjectIdentifier> = []
    var domains: Set<String> = []
    var misplaced: Set<String> = []
    for (_, setting) in settings {
      for file in setting.files {
        if files.insert(ObjectIdentifier(file.store)).inserted, let problem = problem(with: file, setting.domain) {
          problems.append(problem)
        }
        if let error = file.domainError, misplaced.insert("\(error)").inserted {
          problems.append(Problem(kind: "unavailable", name: setting.domain, text: "\(error)", code: .unavailable))
        }
      }
      if stores.insert(ObjectIdentifier(setting.store)).inserted {
        do { try setting.store.flush() } catch {
          let error = SettingsError.wrapping(error)
          let kind = error.code == .notSaved ? "not saved" : "unavailable"
          problems.append(Problem(kind: kind, name: setting.domain, text: "\(error)", code: .unavailable))
        }
      }
      guard let version = (setting as? any LinkedSetting)?.link.version, domains.insert(setting.domain).inserted else {
        continue
      }
      if version.isOlderThanValues {
        let text = "the values are of a newer version than \(version.number); update the program"
        problems.append(
          Problem(
            kind: "too new", name: setting.domain, text: text, code: .unavailable,
            reports: .reports(.newerVersion, domain: setting.domain)))
      }
      do throws(SettingsError) {
        try version.checkMigration()
        if let text = pendingMigration(of: setting.domain, to: version) {
          problems.append(Problem(kind: "not migrated", name: setting.domain, text: text, code: nil))
        }
      } catch {
        problems.append(Problem(kind: "not migrated", name: setting.domain, text: "\(error)", code: .unavailable))
      }
    }
    return problems
  }

  /// Returns a remark about values of a domain that only this command has migrated, or `nil` if there are none.
  private func pendingMigration(of domain: String, to version: DomainVersion) -> String? {
    guard let found = MigrationPreview.current?.formerVersion(of: domain, in: version.store) else { return nil }
    return "the values are of version \(found); the next change migrates them to version \(version.number)"
  }

  /// Returns the problem with a file that holds settings of a domain, or `nil` if there is none.
  private func problem(with file: SettingFile, _ domain: String) -> Problem? {
    if let error = file.problem {
      let kind = error.code == .newerFormat ? "too new" : "unavailable"
      return Problem(kind: kind, name: domain, text: "\(error)", code: .unavailable)
    }
    guard let path = unwritablePath(of: file, domain) else { return nil }
    let text = "'\(path)' can't be written, so no changes are saved there; make it writable"
    return Problem(kind: "not saved", name: domain, text: text, code: .unavailable)
  }

  /// Returns the path of a writable file, or of the nearest folder around it, if this process may not write it.
  private func unwritablePath(of file: SettingFile, _ domain: String) -> String? {
    guard file.isWritable, let path = file.store.documentStore?.documentPath(forDomain: domain) else { return nil }
    let manager = FileManager.default
    if manager.fileExists(atPath: path), !manager.isWritableFile(atPath: path) { return path }
    var folder = URL(filePath: path).deletingLastPathComponent()
    while !manager.fileExists(atPath: folder.path), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
    return manager.isWritableFile(atPath: folder.path) ? nil : folder.path
  }

  /// The stored keys that no setting declares.
  private var undeclared: [Problem] {
    groups.undeclared.filter(isLeft).map { unknown in
      let name = unknown.key.map { "\($0)" } ?? unknown.path.joined(separator: "/")
      let nearest = unknown.nearest.map { "; did you mean '\($0)'?" } ?? ""
      let place = unknown.location.map { " (\($0))" } ?? ""
      return Problem(
        kind: "undeclared", name: name, text: "no setting has this key\(nearest)\(place)", code: nil,
        reports: .text("\(unknown.report)"))
    }
  }

  /// Returns whether an undeclared key is still there after the migrations of its domain.
  private func isLeft(_ unknown: UndeclaredSetting) -> Bool {
    guard let key = unknown.key, let store = settings.first(where: { $0.setting.domain == key.domain })?.setting.store,
      MigrationPreview.current?.formerVersion(of: key.domain, in: store.writeTarget(forKey: key)) != nil
    else { return true }
    return store.value(forKey: key) != nil
  }

  private var brokenRules: [Problem] { groups.brokenRules.map { Problem(kind: "invalid", name: "rule", text: $0) } }
}
