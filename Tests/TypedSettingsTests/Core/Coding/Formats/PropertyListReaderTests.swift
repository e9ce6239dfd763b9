import Foundation
import Testing
import TypedSettings

struct PropertyListReaderTests {
  private static let xml = xmlPropertyList("<array><true/></array>")
  private static let binary = binaryPropertyList([0xA1, 1], [0x09])

  @Test(arguments: [
    xml, binary, Data("\u{FEFF}".utf8) + xml, Data("\n\t ".utf8) + xml,
    Data("<!-- a --><!DOCTYPE plist>".utf8) + xml, Data("<?xml version=\"1.0\"?>".utf8) + xml, Data("xx".utf8) + binary,
  ]) func `the first bytes identify the format of a list`(list: Data) throws {
    let list = list.starts(with: "xx".utf8) ? list.dropFirst(2) : list
    #expect(PropertyListReader.isPropertyList(list))
    #expect(try PropertyListReader.value(of: list) == [true])
  }

  @Test(arguments: ["", "x", "{}", "[true]", "{a=1;}", "a=b;", "bplis", "true", "<", "<html>", "\"<plist>\"", "(1,2)"])
  func `other bytes are not a property list`(text: String) {
    #expect(!PropertyListReader.isPropertyList(Data(text.utf8)))
    #expect(outcome(of: try PropertyListReader.value(of: Data(text.utf8))) == .error(.malformed))
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `nil from Foundation's encoder is null`(format: PropertyListSerialization.PropertyListFormat) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    #expect(try PropertyListReader.value(of: encoder.encode([String?.none, "x", .none])) == [.null, "x", .null])
  }

  @Test(arguments: [DocumentFormat.xmlPropertyList, .binaryPropertyList])
  func `a string of combining marks is read in linear time`(format: DocumentFormat) throws {
    let marks = "$null" + String(repeating: "\u{301}\u{316}", count: 50_000)
    let list = try format.bytes(of: .string(marks))
    let start = processorTime()
    let value = try format.value(of: list)
    _ = format.canonical(value)
    #expect(processorTime() - start < .seconds(2))
    #expect(value == .string(marks))
  }

  @Test(arguments: [DocumentFormat.xmlPropertyList, .binaryPropertyList])
  func `either form of a property list is read as either`(form: DocumentFormat) throws {
    let value: SettingsValue = ["a": [1, true]]
    for written in [DocumentFormat.xmlPropertyList, .binaryPropertyList] {
      #expect(try form.value(of: written.bytes(of: value)) == value)
    }
  }
}
