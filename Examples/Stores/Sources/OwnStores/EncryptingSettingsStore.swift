public import Crypto
public import TypedSettings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that encrypts the values of another store with AES-GCM.
///
/// Wrap the store that holds the values, and use the wrapper as a layer. The other layers stay readable, and locks
/// apply as usual:
///
/// ```swift
/// let user = EncryptingSettingsStore(FileSettingsStore(file: file), secret: secret)
/// let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
/// ```
///
/// Values are encrypted, and keys aren't. A value is bound to its key: a copy of it under another key can't be read.
public final class EncryptingSettingsStore: TransformingSettingsStore {
  private static let coding: SettingCoding<SettingsValue> = .jsonData

  /// The store that holds the encrypted values.
  public let base: any SettingsStore

  /// The bytes of the secret, because a `SymmetricKey` isn't `Sendable` in swift-crypto 3.
  private let secretBytes: Data

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - base: The store that holds the encrypted values.
  ///   - secret: The key that encrypts and decrypts the values.
  public init(_ base: any SettingsStore, secret: SymmetricKey) {
    self.base = base
    secretBytes = secret.withUnsafeBytes { Data($0) }
  }

  private var secret: SymmetricKey { SymmetricKey(data: secretBytes) }

  /// Returns a store that encrypts the values of another store with the same secret.
  public func wrapping(_ store: any SettingsStore) -> any SettingsStore {
    EncryptingSettingsStore(store, secret: secret)
  }

  /// Returns the encrypted value.
  ///
  /// - Throws: An error if the value can't be encoded or encrypted.
  public func storedForm(of value: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    guard let plain = try Self.coding.encode(value).dataValue,
      let sealed = try AES.GCM.seal(plain, using: secret, authenticating: Self.identity(of: key)).combined
    else { throw CryptoKitError.incorrectParameterSize }
    return .data(sealed)
  }

  /// Returns the decrypted value.
  ///
  /// - Throws: An error if the form isn't a value that was encrypted with the same secret and for the same key.
  public func value(ofStoredForm form: SettingsValue, forKey key: SettingsKey) throws -> SettingsValue {
    guard let sealed = form.dataValue else { throw CryptoKitError.incorrectParameterSize }
    let plain = try AES.GCM.open(
      AES.GCM.SealedBox(combined: sealed), using: secret, authenticating: Self.identity(of: key))
    return try Self.coding.decode(.data(plain))
  }

  /// Returns `nil`, because the wrapped store never holds the plain text of a secret.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? { nil }

  /// Returns bytes that differ for any two keys: the length separates the domain from the name.
  private static func identity(of key: SettingsKey) -> Data {
    Data("\(key.domain.utf8.count) \(key.domain) \(key.name)".utf8)
  }
}
