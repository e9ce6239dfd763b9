import SwiftDiagnostics

/// What is said about a misuse of an attribute.
struct Complaint: DiagnosticMessage {
  let misuse: Misuse
  /// The name of the attribute.
  let attribute: String

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "TypedSettings", id: misuse.name) }
  var message: String { misuse.message(about: attribute) }
}
