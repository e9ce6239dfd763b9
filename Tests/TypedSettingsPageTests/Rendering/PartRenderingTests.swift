import Testing
import TypedSettings

@testable import TypedSettingsPage

private enum Grade: Int, Codable, CaseIterable, Sendable { case veryLow = 1, high = 9 }

private struct Limit: Codable, Sendable { var grade = Grade.veryLow }

private struct Report: Codable, Sendable {
  var grade = Grade.veryLow
  var former: Grade?
  var limits = [Limit()]
}

@SettingsGroup(domain: "com.example.reports", keys: .propertyName)
private final class ReportSettings: Sendable {
  @Pref @PrefAttr(\.partDocumentation, ["grade": "How *well* it works.", "limits.grade": "The <lowest> grade."])
  var report = Report()
}

struct PartRenderingTests {
  private func html() async throws -> String {
    let page = TestPage { [ReportSettings()] }
    return try #require(await page.session.row(named: "report")).html.source
  }

  @Test func `A menu in a structure has the names of the cases`() async throws {
    let html = try await html()
    // The property, the optional property, and the element of the list.
    #expect(html.count(of: "<option value=\"9\">High</option>") == 3, "\(html)")
    #expect(html.count(of: "<option value=\"1\" selected=\"\">Very Low</option>") == 2, "\(html)")
    #expect(html.count(of: "<option value=\"\" selected=\"\">None</option>") == 1, "\(html)")
  }

  @Test func `The documentation of a part is beside its control, and describes it`() async throws {
    let html = try await html()
    #expect(html.contains("id=\"part-report/grade\">How *well* it works.</p>"), "\(html)")
    #expect(html.contains("name=\"report/grade\" aria-describedby=\"part-report/grade\""), "\(html)")
    #expect(html.contains("id=\"part-report/limits/0/grade\">The &lt;lowest&gt; grade.</p>"), "\(html)")
    #expect(!html.contains("part-report/former"), "\(html)")
  }
}

extension String {
  /// Returns the number of times that a text occurs.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
