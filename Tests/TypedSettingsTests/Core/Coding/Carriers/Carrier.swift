import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A way in which the values of settings travel from one program to another, or from one start to the next.
enum Carrier: CaseIterable, Sendable {
  case memory
  case json, xmlPropertyList, binaryPropertyList
  case exportedJSON, exportedXML, exportedBinary
  case draft
  case migration
  case environment, commandLine

  /// A Boolean value that indicates whether the values travel as text that a person types.
  var isTyped: Bool { self == .environment || self == .commandLine }

  private var format: FileSettingsStore.Format {
    switch self {
    case .xmlPropertyList, .exportedXML: .propertyList(.xml)
    case .binaryPropertyList, .exportedBinary: .propertyList(.binary)
    case .json, .exportedJSON, .memory, .draft, .migration, .environment, .commandLine: .json
    }
  }

  /// Carries values and checks that they are the same at the end.
  func carry(_ values: [CarriedValue]) throws {
    let folder = try TemporaryFolder()
    switch self {
    case .memory: try carryInMemory(values)
    case .json, .xmlPropertyList, .binaryPropertyList: try carryInFile(values, folder)
    case .exportedJSON, .exportedXML, .exportedBinary: try carryInExport(values, folder)
    case .draft: try carryInDraft(values)
    case .migration: try carryInMigration(values, folder)
    case .environment, .commandLine: try carryAsText(values)
    }
  }

  private func carryInMemory(_ values: [CarriedValue]) throws {
    let store = InMemorySettingsStore()
    try values.set(in: values.makeGroup(in: store))
    try values.expect(in: values.makeGroup(in: store), "\(self)")
  }

  /// Writes the values and another one, and reads them from a copy of the document, as a new process does.
  private func carryInFile(_ values: [CarriedValue], _ folder: TemporaryFolder) throws {
    for start in 0..<3 {
      let store = FileSettingsStore(file: folder.file("\(start)"), format: format)
      let group = values.makeGroup(in: store)
      if start == 0 { try values.set(in: group) }
      try values.expect(in: group, "\(self), start \(start)")
      try store.set(.integer(Int64(start)), forKey: CarriedValue.otherKey)
      try store.writeDocuments()
      try FileManager.default.copyItem(at: folder.file("\(start)"), to: folder.file("\(start + 1)"))
      // Writing the same values again changes nothing.
      if start > 0 { try values.set(in: group) }
      try store.writeDocuments()
      #expect(try Data(contentsOf: folder.file("\(start)")) == Data(contentsOf: folder.file("\(start + 1)")))
    }
  }

  private func carryInExport(_ values: [CarriedValue], _ folder: TemporaryFolder) throws {
    let group = values.makeGroup(in: InMemorySettingsStore())
    try values.set(in: group)
    let document = try group.export(format)
    let imported = values.makeGroup(in: InMemorySettingsStore())
    #expect(try imported.import(document).changed.count == values.count, "\(self)")
    try values.expect(in: imported, "\(self)")
    let file = FileSettingsStore(file: folder.file("imported"), format: format)
    try values.makeGroup(in: file).import(document)
    try file.writeDocuments()
    try FileManager.default.copyItem(at: folder.file("imported"), to: folder.file("copy"))
    let copy = values.makeGroup(in: FileSettingsStore(file: folder.file("copy"), format: format))
    try values.expect(in: copy, "\(self), in a file")
    #expect(try copy.export(format) == document, "\(self)")
  }

  private func carryInDraft(_ values: [CarriedValue]) throws {
    let group = values.makeGroup(in: InMemorySettingsStore())
    let draft = SettingsDraft(of: group) { values.makeGroup() }
    try values.set(in: draft.settings)
    try draft.apply()
    try values.expect(in: group, "\(self)")
  }

  private func carryInMigration(_ values: [CarriedValue], _ folder: TemporaryFolder) throws {
    let store = FileSettingsStore(file: folder.file("1"), format: format)
    try values.set(in: values.makeGroup(in: store))
    try store.writeDocuments()
    try FileManager.default.copyItem(at: folder.file("1"), to: folder.file("2"))
    let copy = FileSettingsStore(file: folder.file("2"), format: format)
    try values.expect(in: makeSettings(in: copy) { values.makeRenamedGroup() }, "\(self)")
  }

  private func carryAsText(_ values: [CarriedValue]) throws {
    for value in values {
      let text = try value.typedText()
      // An empty variable counts as absent.
      if text.isEmpty { continue }
      let store: any SettingsStore =
        switch self {
        case .environment: EnvironmentSettingsStore(environment: ["VALUE0": text])
        default: CommandLineSettingsStore(arguments: ["--value0=\(text)"])
        }
      let layers = LayeredSettingsStore([.layer("typed", store), .writable("user", InMemorySettingsStore())])
      try [value].expect(in: [value].makeGroup(in: layers), "\(self): \(text)")
    }
  }
}
