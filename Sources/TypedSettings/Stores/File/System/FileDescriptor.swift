/// An open file or folder.
package struct FileDescriptor: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }
}
