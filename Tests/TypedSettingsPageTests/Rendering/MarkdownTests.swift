import Testing

@testable import TypedSettingsPage

/// The documentation of settings on the page.
struct MarkdownTests {
  @Test(
    arguments: [
      ("The hour.", "<p>The hour.</p>"), ("Use `dark` here.", "<p>Use <code>dark</code> here.</p>"),
      ("See ``Theme/dark``.", "<p>See <code>Theme/dark</code>.</p>"),
      ("It is *very* **bright**.", "<p>It is <em>very</em> <strong>bright</strong>.</p>"),
      ("**A `b` c**", "<p><strong>A <code>b</code> c</strong></p>"), ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
      ("a * b", "<p>a * b</p>"), ("`open", "<p>`open</p>"), ("**open", "<p>**open</p>"), ("[a] (b)", "<p>[a] (b)</p>"),
      (
        "[the site](https://example.com/?a=1&b=2)",
        "<p><a href=\"https://example.com/?a=1&amp;b=2\" rel=\"noopener noreferrer\" target=\"_blank\">the site</a></p>"
      ),
      ("[run](javascript:alert(1))", "<p>run)</p>"), ("[read](guide.md)", "<p>read</p>"),
      ("<b>&\"'", "<p>&lt;b&gt;&amp;&quot;&#39;</p>"), ("`<script>`", "<p><code>&lt;script&gt;</code></p>"),
      (
        "[<i>](https://a\"b)",
        "<p><a href=\"https://a&quot;b\" rel=\"noopener noreferrer\" target=\"_blank\">&lt;i&gt;</a></p>"
      ),
      ("- one\n- `two`", "<ul><li>one</li><li><code>two</code></li></ul>"), ("- one\ntwo", "<p>- one\ntwo</p>"),
    ])
  func `Code, emphasis, links and lists are elements, and everything else is text`(text: String, html: String) {
    #expect(Markdown.block(text).source == html)
  }

  @Test func `Long texts of marks take a short time`() {
    for mark in ["*", "`", "[", "**a", "[a]("] {
      let text = String(repeating: mark, count: 2_000)
      let clock = ContinuousClock()
      #expect(clock.measure { _ = Markdown.block(text) } < .seconds(2), "\(mark)")
    }
  }
}
