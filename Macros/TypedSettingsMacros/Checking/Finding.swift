import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A misuse, where it is, and what could be done about it.
struct Finding {
  let misuse: Misuse
  /// The name of the attribute that is misused.
  let attribute: String
  let node: Syntax
  var notes: [Note] = []
  var fixIts: [FixIt] = []

  init(
    _ misuse: Misuse, of attribute: String = "Pref", at node: some SyntaxProtocol, notes: [Note] = [],
    fixIts: [FixIt] = []
  ) {
    self.misuse = misuse
    self.attribute = attribute
    self.node = Syntax(node)
    self.notes = notes
    self.fixIts = fixIts
  }

  var complaint: Complaint { Complaint(misuse: misuse, attribute: attribute) }
}

extension MacroExpansionContext {
  func report(_ finding: Finding) {
    diagnose(
      Diagnostic(node: finding.node, message: finding.complaint, notes: finding.notes, fixIts: finding.fixIts))
  }

  func report(_ findings: [Finding]) {
    for finding in findings { report(finding) }
  }
}
