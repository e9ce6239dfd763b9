import Foundation
import TypedSettings

@testable import TypedSettingsCore

extension SettingsFile {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static func list(_ body: String) -> String { head + body + "\n</plist>\n" }

  /// Property lists of applications.
  static let propertyLists: [SettingsFile] = [
    .init(
      "preferences of plutil", at: ["FontSize"], to: 14.0,
      list("<dict>\n\t<key>FontName</key>\n\t<string>Menlo</string>\n\t<key>FontSize</key>\n\t<real>12</real>\n</dict>")
    ),
    .init(
      "bundle", at: ["CFBundleVersion"], to: "43",
      list(
        """
        <dict>
        \t<key>CFBundleName</key>
        \t<string>$(PRODUCT_NAME)</string>
        \t<!-- Counts up. -->
        \t<key>CFBundleVersion</key>
        \t<string>42</string>
        \t<key>LSRequiresIPhoneOS</key>
        \t<true/>
        \t<key>UISupportedInterfaceOrientations</key>
        \t<array>
        \t\t<string>UIInterfaceOrientationPortrait</string>
        \t</array>
        </dict>
        """)),
    .init(
      "launch agent", at: ["StartInterval"], to: 600,
      list(
        """
        <dict>
            <key>Label</key>              <string>com.example.sync</string>
            <key>ProgramArguments</key>
            <array>
                <string>/bin/sh</string>
                <string>-c</string>
                <string>sync &amp;&amp; echo &quot;done&quot;</string>
            </array>
            <key>StartInterval</key>      <integer>300</integer> <!-- seconds -->
            <key>RunAtLoad</key>          <true/>
        </dict>
        """)),
    .init(
      "entitlements", at: ["com.apple.security.network.client"], to: true,
      list(
        """
        <dict>
          <key>com.apple.security.app-sandbox</key>
          <true/>
          <key>com.apple.security.network.client</key>
          <false/>
        </dict>
        """)),
    .init(
      "terminal profile", at: ["Profiles", "Dark", "columnCount"], to: 120,
      list(
        """
        <dict>
        \t<key>Profiles</key>
        \t<dict>
        \t\t<key>Dark</key>
        \t\t<dict>
        \t\t\t<key>columnCount</key>
        \t\t\t<integer>80</integer>
        \t\t\t<key>Font</key>
        \t\t\t<data>
        \t\t\tYnBsaXN0MDDUAQIDBAUGGBlYJHZlcnNpb25YJG9iamVjdHNZ
        \t\t\tJGFyY2hpdmVy
        \t\t\t</data>
        \t\t</dict>
        \t</dict>
        </dict>
        """)),
    .init(
      "key bindings of Cocoa", at: ["^x", "$&"], to: "selectWord:",
      list(
        """
        <dict>
        \t<key>^x</key>
        \t<dict>
        \t\t<key>$&amp;</key>
        \t\t<string>selectAll:</string>
        \t\t<key>&lt;</key>
        \t\t<string>moveToBeginning:</string>
        \t</dict>
        </dict>
        """)),
    .init(
      "dock, a person's order", at: ["tilesize"], to: 48,
      list(
        """
        <dict>
        \t<key>tilesize</key>
        \t<integer>0x24</integer>
        \t<key>autohide</key>
        \t<true/>
        \t<key>magnification</key>
        \t<false/>
        </dict>
        """)),
    .init(
      "one line", at: ["b"], to: "new",
      "<plist version=\"1.0\"><dict><key>a</key><true/><key>b</key><string>old</string></dict></plist>"),
    .init(
      "Windows line endings and a mark", at: ["Volume"], to: 0.75, lineBreak: "\r\n", hasMark: true,
      list("<dict>\n  <key>Volume</key>\n  <real>0.50</real>\n  <key>Muted</key>\n  <false/>\n</dict>")),
    .init(
      "no header", at: ["Server"], to: "https://example.org/?a=1&b=2",
      """
      <plist version="1.0">
      <dict>
      \t<key>Server</key>
      \t<string>https://example.com/?a=1&#38;b=2</string>
      \t<key>Since</key>
      \t<date>2020-02-29T12:00:00Z</date>
      </dict>
      </plist>
      """),
    .init(
      "managed preferences", at: ["PayloadContent", "com.example.app", "Homepage"], to: "about:blank",
      list(
        """
        <!-- Deployed by IT -->
        <dict>
        \t<key>PayloadContent</key>
        \t<dict>
        \t\t<key>com.example.app</key>
        \t\t<dict>
        \t\t\t<key>Homepage</key> <!-- see the wiki -->
        \t\t\t<string>https://intranet.example.com</string>
        \t\t</dict>
        \t</dict>
        \t<key>PayloadType</key>
        \t<string>Configuration</string>
        </dict>
        """)),
    .init(
      "sections", at: ["Output"], to: "PDF",
      list(
        """
        <dict>

        \t<!-- ===== Input ===== -->

        \t<key>Input</key>
        \t<string><![CDATA[<a> & <b>]]></string>

        \t<!-- ===== Output ===== -->

        \t<key>Output</key>
        \t<string>HTML</string>

        </dict>
        """)),
    .init(
      "grammar", at: ["scopeName"], to: "source.new",
      list(
        """
        <dict>
        \t<key>fileTypes</key>
        \t<array><string>x</string><string>y</string></array>
        \t<key>patterns</key>
        \t<array>
        \t\t<dict><key>match</key><string>\\b(if|else)\\b</string></dict>
        \t</array>
        \t<key>scopeName</key>
        \t<string>source.old</string>
        </dict>
        """)),
    .init(
      "data on one line", at: ["Bookmark"], to: .data(Data([1, 2, 3, 4])),
      list("<dict>\n\t<key>Bookmark</key>\n\t<data>AQID</data>\n\t<key>Count</key>\n\t<integer>1</integer>\n</dict>")),
    .init(
      "indented root", at: ["A"], to: false,
      "<plist version=\"1.0\">\n  <dict>\n    <key>A</key>\n    <true />\n    <key>B</key>\n    <dict/>\n  </dict>\n</plist>\n"
    ),
    .init(
      "dates", at: ["Next"], to: .date(Date(timeIntervalSinceReferenceDate: 0)),
      list(
        """
        <dict>
        \t<key>Last</key>
        \t<date>2019-12-31T23:59:59Z</date>
        \t<key>Next</key>
        \t<date> 2020-01-01T00:00:00Z </date>
        </dict>
        """)),
    .init(
      "elements of an array", at: ["Recent"], to: ["/a", "/new", "/c"],
      list(
        """
        <dict>
        \t<key>Recent</key>
        \t<array>
        \t\t<string>/a</string>
        \t\t<string>/b</string> <!-- gone -->
        \t\t<string>/c</string>
        \t</array>
        </dict>
        """)),
  ]
}
