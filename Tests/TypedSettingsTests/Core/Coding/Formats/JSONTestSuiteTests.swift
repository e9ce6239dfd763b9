import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The documents of Nicolas Seriot's JSONTestSuite (MIT License): those to accept, and those that are up to the parser.
struct JSONTestSuiteTests {
  /// The rows whose names are repeated, which a settings document must not have.
  private static let repeated: Set = ["object_duplicated_key", "object_duplicated_key_and_value"]

  @Test(arguments: corpus(accepted)) func `a valid document is read, written and read again`(row: CorpusRow) throws {
    if Self.repeated.contains(row.name) {
      #expect(outcome(of: try JSONReader.value(of: row.bytes)) == .error(.malformed))
      return
    }
    let value = try JSONReader.value(of: row.bytes)
    #expect(try JSONReader.value(of: row.bytes, dialect: .commented) == value)
    #expect(try JSONReader.value(of: JSONWriter.data(of: value)) == value)
    #expect(try JSONReader.value(of: JSONWriter.document(of: value)) == value)
  }

  /// The rows of the last table that are read: numbers of any size, and a byte order mark.
  private static let read: Set = [
    "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp", "number_pos_double_huge_exp",
    "number_real_neg_overflow", "number_real_pos_overflow", "number_real_underflow", "number_too_big_neg_int",
    "number_too_big_pos_int", "number_very_big_negative_int", "structure_UTF-8_BOM_empty_object",
  ]

  @Test(arguments: corpus(optional)) func `text that isn't UTF-8 or has half a pair is malformed, and a number is kept`(
    row: CorpusRow
  ) throws {
    if Self.read.contains(row.name) {
      let value = try JSONReader.value(of: row.bytes)
      #expect(try JSONReader.value(of: JSONWriter.data(of: value)) == value)
    } else {
      #expect(outcome(of: try JSONReader.value(of: row.bytes)) == .error(.malformed))
    }
  }

  @Test(arguments: corpus(accepted) + corpus(optional)) func `a value in an indexed document is read`(row: CorpusRow) {
    expectIndexAgreement(row.bytes)
    expectIndexAgreement(#"{"d":{"n":"#.utf8 + row.bytes + "}}".utf8)
  }

  @Test func `500 nested arrays are too deep`() {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(outcome(of: try JSONReader.value(of: text)) == .error(.tooDeep))
  }

  private static let accepted = #"""
    array_arraysWithSpaces: [[]   ]
    array_empty-string: [""]
    array_empty: []
    array_ending_with_newline: ["a"]
    array_false: [false]
    array_heterogeneous: [null, 1, "1", {}]
    array_null: [null]
    array_with_1_and_newline: [1<0A>]
    array_with_leading_space:  [1]
    array_with_several_null: [1,null,null,null,2]
    array_with_trailing_space: [2]<20>
    number: [123e65]
    number_0e+1: [0e+1]
    number_0e1: [0e1]
    number_after_space: [ 4]
    number_double_close_to_zero: [-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]\#
    <0A>
    number_int_with_exp: [20e1]
    number_minus_zero: [-0]
    number_negative_int: [-123]
    number_negative_one: [-1]
    number_negative_zero: [-0]
    number_real_capital_e: [1E22]
    number_real_capital_e_neg_exp: [1E-2]
    number_real_capital_e_pos_exp: [1E+2]
    number_real_exponent: [123e45]
    number_real_fraction_exponent: [123.456e78]
    number_real_neg_exp: [1e-2]
    number_real_pos_exponent: [1e+2]
    number_simple_int: [123]
    number_simple_real: [123.456789]
    object: {"asd":"sdf", "dfg":"fgh"}
    object_basic: {"asd":"sdf"}
    object_duplicated_key: {"a":"b","a":"c"}
    object_duplicated_key_and_value: {"a":"b","a":"b"}
    object_empty: {}
    object_empty_key: {"":0}
    object_escaped_null_in_key: {"foo\u0000bar": 42}
    object_extreme_numbers: { "min": -1.0e+28, "max": 1.0e+28 }
    object_long_strings: {"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxx\#
    xxxxxxxxxxxxxxx"}
    object_simple: {"a":[]}
    object_string_unicode: {"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\#
    \u043e\u043f\u0430" }
    object_with_newlines: {<0A>"a": "b"<0A>}
    string_1_2_3_bytes_UTF-8_sequences: ["\u0060\u012a\u12AB"]
    string_accepted_surrogate_pair: ["\uD801\udc37"]
    string_accepted_surrogate_pairs: ["\ud83d\ude39\ud83d\udc8d"]
    string_allowed_escapes: ["\"\\\/\b\f\n\r\t"]
    string_backslash_and_u_escaped_zero: ["\\u0000"]
    string_backslash_doublequotes: ["\""]
    string_comments: ["a/*b*/c/*d//e"]
    string_double_escape_a: ["\\a"]
    string_double_escape_n: ["\\n"]
    string_escaped_control_character: ["\u0012"]
    string_escaped_noncharacter: ["\uFFFF"]
    string_in_array: ["asd"]
    string_in_array_with_leading_space: [ "asd"]
    string_last_surrogates_1_and_2: ["\uDBFF\uDFFF"]
    string_nbsp_uescaped: ["new\u00A0line"]
    string_nonCharacterInUTF-8_U+10FFFF: ["<F4><8F><BF><BF>"]
    string_nonCharacterInUTF-8_U+FFFF: ["<EF><BF><BF>"]
    string_null_escape: ["\u0000"]
    string_one-byte-utf-8: ["\u002c"]
    string_pi: ["<CF><80>"]
    string_reservedCharacterInUTF-8_U+1BFFF: ["<F0><9B><BF><BF>"]
    string_simple_ascii: ["asd "]
    string_space: " "
    string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF: ["\uD834\uDd1e"]
    string_three-byte-utf-8: ["\u0821"]
    string_two-byte-utf-8: ["\u0123"]
    string_u+2028_line_sep: ["<E2><80><A8>"]
    string_u+2029_par_sep: ["<E2><80><A9>"]
    string_uEscape: ["\u0061\u30af\u30EA\u30b9"]
    string_uescaped_newline: ["new\u000Aline"]
    string_unescaped_char_delete: ["<7F>"]
    string_unicode: ["\uA66D"]
    string_unicodeEscapedBackslash: ["\u005C"]
    string_unicode_2: ["<E2><8D><82><E3><88><B4><E2><8D><82>"]
    string_unicode_U+10FFFE_nonchar: ["\uDBFF\uDFFE"]
    string_unicode_U+1FFFE_nonchar: ["\uD83F\uDFFE"]
    string_unicode_U+200B_ZERO_WIDTH_SPACE: ["\u200B"]
    string_unicode_U+2064_invisible_plus: ["\u2064"]
    string_unicode_U+FDD0_nonchar: ["\uFDD0"]
    string_unicode_U+FFFE_nonchar: ["\uFFFE"]
    string_unicode_escaped_double_quote: ["\u0022"]
    string_utf8: ["<E2><82><AC><F0><9D><84><9E>"]
    string_with_del_character: ["a<7F>a"]
    structure_lonely_false: false
    structure_lonely_int: 42
    structure_lonely_negative_real: -0.1
    structure_lonely_null: null
    structure_lonely_string: "asd"
    structure_lonely_true: true
    structure_string_empty: ""
    structure_trailing_newline: ["a"]<0A>
    structure_true_in_array: [true]
    structure_whitespace_array:  []<20>
    """#

  private static let optional = #"""
    number_double_huge_neg_exp: [123.456e-789]
    number_huge_exp: [0.4e006699999999999999999999999999999999999999999999999999999999999999999999999999999999999999\#
    99999999999999999999999999999969999999006]
    number_neg_int_huge_exp: [-1e+9999]
    number_pos_double_huge_exp: [1.5e+9999]
    number_real_neg_overflow: [-123123e100000]
    number_real_pos_overflow: [123123e100000]
    number_real_underflow: [123e-10000000]
    number_too_big_neg_int: [-123123123123123123123123123123]
    number_too_big_pos_int: [100000000000000000000]
    number_very_big_negative_int: [-237462374673276894279832749832423479823246327846]
    object_key_lone_2nd_surrogate: {"\uDFAA":0}
    string_1st_surrogate_but_2nd_missing: ["\uDADA"]
    string_1st_valid_surrogate_2nd_invalid: ["\uD888\u1234"]
    string_UTF-16LE_with_BOM: <FF><FE>[<00>"<00><E9><00>"<00>]<00>
    string_UTF-8_invalid_sequence: ["<E6><97><A5><D1><88><FA>"]
    string_UTF8_surrogate_U+D800: ["<ED><A0><80>"]
    string_incomplete_surrogate_and_escape_valid: ["\uD800\n"]
    string_incomplete_surrogate_pair: ["\uDd1ea"]
    string_incomplete_surrogates_escape_valid: ["\uD800\uD800\n"]
    string_invalid_lonely_surrogate: ["\ud800"]
    string_invalid_surrogate: ["\ud800abc"]
    string_invalid_utf-8: ["<FF>"]
    string_inverted_surrogates_U+1D11E: ["\uDd1e\uD834"]
    string_iso_latin_1: ["<E9>"]
    string_lone_second_surrogate: ["\uDFAA"]
    string_lone_utf8_continuation_byte: ["<81>"]
    string_not_in_unicode_range: ["<F4><BF><BF><BF>"]
    string_overlong_sequence_2_bytes: ["<C0><AF>"]
    string_overlong_sequence_6_bytes: ["<FC><83><BF><BF><BF><BF>"]
    string_overlong_sequence_6_bytes_null: ["<FC><80><80><80><80><80>"]
    string_truncated-utf-8: ["<E0><FF>"]
    string_utf16BE_no_BOM: <00>[<00>"<00><E9><00>"<00>]
    string_utf16LE_no_BOM: [<00>"<00><E9><00>"<00>]<00>
    structure_UTF-8_BOM_empty_object: <EF><BB><BF>{}
    """#
}

/// Test cases as text: a line has a name and the bytes of a document, where `<0A>` is the byte with that number.
func corpus(_ text: String) -> [CorpusRow] {
  text.split(separator: "\n").map { line in
    let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    var rest = (parts.count > 1 ? parts[1] : "")[...]
    while let character = rest.popFirst() {
      if character == "<", let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        bytes += Array(String(character).utf8)
      }
    }
    return CorpusRow(name: String(parts[0]), bytes: bytes)
  }
}

/// A document of a public corpus.
struct CorpusRow: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  var testDescription: String { name }
}
