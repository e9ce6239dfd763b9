import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The documents of the project JSON5's tests (MIT License).
struct JSON5CorpusTests {
  /// The row with a repeated name, which a settings document must not have.
  private static let repeated = "objects/duplicate-keys"

  @Test(arguments: corpus(json)) func `JSON is read`(row: CorpusRow) throws {
    if row.name == Self.repeated {
      #expect(outcome(of: try JSONReader.value(of: row.bytes, dialect: .commented)) == .error(.malformed))
    } else {
      #expect(try JSONReader.value(of: row.bytes, dialect: .commented) == JSONReader.value(of: row.bytes))
    }
  }

  /// The rows that need no more than comments and trailing commas.
  private static let commented: Set<String> = [
    "arrays/trailing-comma-array", "comments/block-comment-following-array-element",
    "comments/block-comment-following-top-level-value", "comments/block-comment-preceding-top-level-value",
    "comments/block-comment-with-asterisks", "comments/inline-comment-following-array-element",
    "comments/inline-comment-following-top-level-value", "comments/inline-comment-preceding-top-level-value",
    "new-lines/comment-cr", "new-lines/comment-crlf", "new-lines/comment-lf", "objects/trailing-comma-object",
  ]

  @Test(arguments: corpus(extended)) func `what only JSON5 allows is named`(row: CorpusRow) throws {
    if Self.commented.contains(row.name) {
      _ = try JSONReader.value(of: row.bytes, dialect: .commented)
      #expect(outcome(of: try JSONReader.value(of: row.bytes)) == .error(.malformed))
    } else {
      let error = try #require(throws: SettingsError.self) {
        try JSONReader.value(of: row.bytes, dialect: .commented)
      }
      #expect(error.code == .malformed)
      #expect(error.found.contains("only JSON5 allows"), "\(error.found)")
    }
  }

  @Test(arguments: corpus(refused)) func `what JSON5 refuses is malformed`(row: CorpusRow) {
    #expect(outcome(of: try JSONReader.value(of: row.bytes, dialect: .commented)) == .error(.malformed))
  }

  @Test(arguments: corpus(json) + corpus(extended) + corpus(refused))
  func `an indexed document has the values or the error of a document that is read as a whole`(row: CorpusRow) {
    expectIndexAgreement(row.bytes)
    expectIndexAgreement(#"{"d":{"n":"#.utf8 + row.bytes + "}}".utf8)
  }

  private static let json = #"""
    arrays/empty-array: []
    arrays/regular-array: [<0A>    true,<0A>    false,<0A>    null<0A>]
    comments/block-comment-in-string: "This /* block comment */ isn't really a block comment."
    comments/inline-comment-in-string: "This inline comment // isn't really an inline comment."
    numbers/float-leading-zero: 0.5<0A>
    numbers/float-with-integer-exponent: 1.2e3<0A>
    numbers/float: 1.2<0A>
    numbers/integer-with-integer-exponent: 2e23<0A>
    numbers/integer-with-negative-integer-exponent: 2e-23<0A>
    numbers/integer-with-negative-zero-integer-exponent: 5e-0<0A>
    numbers/integer-with-positive-integer-exponent: 1e+2<0A>
    numbers/integer-with-positive-zero-integer-exponent: 5e+0<0A>
    numbers/integer-with-zero-integer-exponent: 5e0<0A>
    numbers/integer: 15<0A>
    numbers/negative-float-leading-zero: -0.5<0A>
    numbers/negative-float: -1.2<0A>
    numbers/negative-integer: -15<0A>
    numbers/negative-zero-float: -0.0<0A>
    numbers/negative-zero-integer: -0<0A>
    numbers/zero-float: 0.0<0A>
    numbers/zero-integer-with-integer-exponent: 0e23<0A>
    numbers/zero-integer: 0<0A>
    objects/duplicate-keys: {<0A>    "a": true,<0A>    "a": false<0A>}<0A>
    objects/empty-object: {}
    """#

  private static let extended = #"""
    arrays/trailing-comma-array: [<0A>    null,<0A>]
    comments/block-comment-following-array-element: [<0A>    false<0A>    /*<0A>        true<0A>    */<0A>]
    comments/block-comment-following-top-level-value: null<0A>/*<0A>    Some non-comment top-level value is needed;\#
    <0A>    we use null above.<0A>*/
    comments/block-comment-preceding-top-level-value: /*<0A>    Some non-comment top-level value is needed;<0A>    w\#
    e use null below.<0A>*/<0A>null
    comments/block-comment-with-asterisks: /**<0A> * This is a JavaDoc-like block comment.<0A> * It contains asteris\#
    ks inside of it.<0A> * It might also be closed with multiple asterisks.<0A> * Like this:<0A> **/<0A>true
    comments/inline-comment-following-array-element: [<0A>    false   // true<0A>]
    comments/inline-comment-following-top-level-value: null // Some non-comment top-level value is needed; we use nu\#
    ll here.
    comments/inline-comment-preceding-top-level-value: // Some non-comment top-level value is needed; we use null be\#
    low.<0A>null
    misc/valid-whitespace: {<0A> <0C>   // An invalid form feed character (\x0c) has been entered before this commen\#
    t.<0A>    // Be careful not to delete it.<0A>  "a": true<0A>}<0A>
    new-lines/comment-cr: {<0D>    // This comment is terminated with `\r`.<0D>}<0D>
    new-lines/comment-crlf: {<0D><0A>    // This comment is terminated with `\r\n`.<0D><0A>}<0D><0A>
    new-lines/comment-lf: {<0A>    // This comment is terminated with `\n`.<0A>}<0A>
    new-lines/escaped-cr: {<0D>    // the following string contains an escaped `\r`<0D>    a: 'line 1 \<0D>line 2'\#
    <0D>}<0D>
    new-lines/escaped-crlf: {<0D><0A>    // the following string contains an escaped `\r\n`<0D><0A>    a: 'line 1 \\#
    <0D><0A>line 2'<0D><0A>}<0D><0A>
    new-lines/escaped-lf: {<0A>    // the following string contains an escaped `\n`<0A>    a: 'line 1 \<0A>line 2'\#
    <0A>}<0A>
    numbers/float-leading-decimal-point: .5<0A>
    numbers/float-trailing-decimal-point-with-integer-exponent: 5.e4<0A>
    numbers/float-trailing-decimal-point: 5.<0A>
    numbers/hexadecimal-lowercase-letter: 0xc8<0A>
    numbers/hexadecimal-uppercase-x: 0XC8<0A>
    numbers/hexadecimal-with-integer-exponent: 0xc8e4<0A>
    numbers/hexadecimal: 0xC8<0A>
    numbers/infinity: Infinity<0A>
    numbers/nan: NaN<0A>
    numbers/negative-float-leading-decimal-point: -.5<0A>
    numbers/negative-float-trailing-decimal-point: -5.<0A>
    numbers/negative-hexadecimal: -0xC8<0A>
    numbers/negative-infinity: -Infinity<0A>
    numbers/negative-zero-float-leading-decimal-point: -.0<0A>
    numbers/negative-zero-float-trailing-decimal-point: -0.<0A>
    numbers/negative-zero-hexadecimal: -0x0<0A>
    numbers/positive-float-leading-decimal-point: +.5<0A>
    numbers/positive-float-leading-zero: +0.5<0A>
    numbers/positive-float-trailing-decimal-point: +5.<0A>
    numbers/positive-float: +1.2<0A>
    numbers/positive-hexadecimal: +0xC8<0A>
    numbers/positive-infinity: +Infinity<0A>
    numbers/positive-integer: +15<0A>
    numbers/positive-zero-float-leading-decimal-point: +.0<0A>
    numbers/positive-zero-float-trailing-decimal-point: +0.<0A>
    numbers/positive-zero-float: +0.0<0A>
    numbers/positive-zero-hexadecimal: +0x0<0A>
    numbers/positive-zero-integer: +0<0A>
    numbers/zero-float-leading-decimal-point: .0<0A>
    numbers/zero-float-trailing-decimal-point: 0.<0A>
    numbers/zero-hexadecimal: 0x0<0A>
    objects/reserved-unquoted-key: {<0A>    while: true<0A>}
    objects/single-quoted-key: {<0A>    'hello': "world"<0A>}
    objects/trailing-comma-object: {<0A>    "foo": "bar",<0A>}
    objects/unquoted-keys: {<0A>    hello: "world",<0A>    _: "underscore",<0A>    $: "dollar sign",<0A>    one1: "n\#
    umerals",<0A>    _$_: "multiple symbols",<0A>    $_$hello123world_$_: "mixed"<0A>}
    strings/escaped-single-quoted-string: 'I can\'t wait'
    strings/multi-line-string: 'hello\<0A> world'
    strings/single-quoted-string: 'hello world'
    todo/unicode-escaped-unquoted-key: {<0A>    sig\u03A3ma: "the sum of all things"<0A>}
    todo/unicode-unquoted-key: {<0A>    <C3><BC>ml<C3><A5><C3><BB>t: "that's not really an <C3><BC>mla<C3><BC>t, but\#
    <20>this is"<0A>}
    """#

  private static let refused = #"""
    arrays/leading-comma-array: [<0A>    ,null<0A>]
    arrays/lone-trailing-comma-array: [<0A>    ,<0A>]
    arrays/no-comma-array: [<0A>    true<0A>    false<0A>]
    comments/top-level-block-comment: /*<0A>    This should fail;<0A>    comments cannot be the only top-level value\#
    .<0A>*/
    comments/top-level-inline-comment: // This should fail; comments cannot be the only top-level value.
    comments/unterminated-block-comment: true<0A>/*<0A>    This block comment doesn't terminate.<0A>    There was a \#
    legitimate value before this,<0A>    but this is still invalid JS/JSON5.<0A>
    misc/empty: 
    numbers/hexadecimal-empty: 0x<0A>
    numbers/integer-with-float-exponent: 1e2.3<0A>
    numbers/integer-with-hexadecimal-exponent: 1e0x4<0A>
    numbers/integer-with-negative-float-exponent: 1e-2.3<0A>
    numbers/integer-with-negative-hexadecimal-exponent: 1e-0x4<0A>
    numbers/integer-with-positive-float-exponent: 1e+2.3<0A>
    numbers/integer-with-positive-hexadecimal-exponent: 1e+0x4<0A>
    numbers/lone-decimal-point: .<0A>
    numbers/negative-noctal: -098<0A>
    numbers/negative-octal: -0123<0A>
    numbers/negative-zero-octal: -00<0A>
    numbers/noctal-with-leading-octal-digit: 0780<0A>
    numbers/noctal: 080<0A>
    numbers/octal: 010<0A>
    numbers/positive-noctal: +098<0A>
    numbers/positive-octal: +0123<0A>
    numbers/positive-zero-octal: +00<0A>
    numbers/zero-octal: 00<0A>
    objects/illegal-unquoted-key-number: {<0A>    10twenty: "ten twenty"<0A>}
    objects/illegal-unquoted-key-symbol: {<0A>    multi-word: "multi-word"<0A>}
    objects/leading-comma-object: {<0A>    ,"foo": "bar"<0A>}
    objects/lone-trailing-comma-object: {<0A>    ,<0A>}
    objects/no-comma-object: {<0A>    "foo": "bar"<0A>    "hello": "world"<0A>}
    strings/unescaped-multi-line-string: "foo<0A>bar"<0A>
    """#
}
