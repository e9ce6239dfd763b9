#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension String: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let value) = stored, !stored.isTooLong else { return nil }
    self = value
  }

  init?(older stored: SettingsValue) {
    switch stored {
    case .bool(let value): self = String(value)
    case .integer(let value): self = String(value)
    case .unsigned(let value): self = String(value)
    case .double(let value): self = String(value)
    default: return nil
    }
  }
}

extension Data: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .data(let value) = stored, !stored.isTooLong else { return nil }
    self = value
  }

  /// Reads base64 (RFC 4648) or an array of bytes, the two forms that JSON coders write.
  init?(older stored: SettingsValue) {
    switch stored {
    case .string(let text): self.init(base64Encoded: text)
    case .array(let values):
      var bytes: [UInt8] = []
      for value in values {
        guard let byte = UInt8(native: value) else { return nil }
        bytes.append(byte)
      }
      self.init(bytes)
    default: return nil
    }
  }
}

extension Date: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .date(let value) = stored else { return nil }
    self = value
  }

  /// Reads ISO 8601 text, or the seconds since the beginning of 2001 that `Date` encodes itself as.
  init?(older stored: SettingsValue) {
    if case .string(let text) = stored, let date = TimestampText.date(of: text) {
      self = date
    } else if stored != true, stored != false, let interval = Double(native: stored) ?? Double(older: stored) {
      self.init(timeIntervalSinceReferenceDate: interval)
    } else {
      return nil
    }
  }
}

extension URL: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(string: text)
  }

  init?(older stored: SettingsValue) { return nil }
}

extension UUID: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(uuidString: text)
  }

  init?(older stored: SettingsValue) { return nil }
}

extension Decimal: ScalarForm {
  init?(native stored: SettingsValue) {
    guard case .string(let text) = stored else { return nil }
    self.init(plainText: text)
  }

  init?(older stored: SettingsValue) {
    guard !stored.isNull, let text = String(older: stored) else { return nil }
    self.init(plainText: text)
  }
}
