// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A part of Apple's Dispatch that Linux lacks, without behaviour; see .ci/apple-typecheck.

public import Dispatch

extension DispatchSource {
  public class func makeFileSystemObjectSource(
    fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceProtocol { fatalError() }
}
