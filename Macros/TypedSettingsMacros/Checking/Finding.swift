import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A misuse, where it is, and what could be done about it.
struct Finding {
  let misuse: Misuse
  let node: Syntax
  var notes: [Note] = []
  var fixIts: [FixIt] = []

  init(_ misuse: Misuse, at node: some SyntaxProtocol, notes: [Note] = [], fixIts: [FixIt] = []) {
    self.misuse = misuse
    self.node = Syntax(node)
    self.notes = notes
    self.fixIts = fixIts
  }
}

extension MacroExpansionContext {
  func report(_ finding: Finding) {
    diagnose(Diagnostic(node: finding.node, message: finding.misuse, notes: finding.notes, fixIts: finding.fixIts))
  }

  func report(_ findings: [Finding]) {
    for finding in findings { report(finding) }
  }
}
