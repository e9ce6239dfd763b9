/// The names of a document and of the files beside it.
package struct FileNames: Hashable, Sendable {
  /// The document, which people read and edit.
  package let document: String

  // What is heard of the folder is compared with the names of the journals, so they are made once.

  /// What has changed since the document was last written.
  package let journal: String
  /// What has changed while the document is being written.
  package let nextJournal: String

  package init(document: String) {
    self.document = document
    journal = ".\(document).journal"
    nextJournal = ".\(document).journal-next"
  }

  /// What has changed from ``previous`` to the document.
  package var previousJournal: String { ".\(document).journal-previous" }
  /// What processes of earlier versions lock to write in turn.
  package var lock: String { ".\(document).lock" }
  /// The document before the present one.
  package var previous: String { ".\(document).previous" }

  /// What is kept of a file that was broken.
  package func quarantine(_ number: Int) -> String { "\(document).corrupt-\(number)" }

  /// The number of a copy of a broken file; `nil` of any other file.
  package func number(ofQuarantine name: String) -> Int? {
    guard name.hasPrefix("\(document).corrupt-") else { return nil }
    let digits = name.utf8.dropFirst(document.utf8.count + ".corrupt-".utf8.count)
    // A name with so great a number is none of ours, and there would be no next one.
    guard let number = String(digits).flatMap({ Int32($0) }).map(Int.init), 1...1_000_000_000 ~= number else {
      return nil
    }
    return quarantine(number) == name ? number : nil
  }

  /// A file that is being written, and gets one of the other names when it is whole.
  package func temporary(process: Int32, _ random: UInt32) -> String {
    ".\(document).\(process)-\(String(random, radix: 16)).temporary"
  }

  /// Returns whether a name is that of a temporary file of this document.
  package func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(".\(document)."), name.hasSuffix(".temporary") else { return false }
    let middle = name.utf8.dropFirst(document.utf8.count + 2).dropLast(".temporary".utf8.count)
    let parts = middle.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { String($0) ?? "" }
    return parts.count == 2 && Int32(parts[0]) != nil && UInt32(parts[1], radix: 16) != nil
  }

  /// The longest name of a document: file systems allow 255 bytes, and the names beside it are longer.
  package static let maximumLength = 200
}
