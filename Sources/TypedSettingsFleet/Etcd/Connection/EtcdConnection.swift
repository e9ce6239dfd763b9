#if Etcd
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOHTTP1
  internal import TypedSettingsCore

  /// The body of an answer, with the endpoint that it comes from.
  struct EtcdAnswer: Sendable {
    let bytes: [UInt8]
    let endpoint: String
  }

  /// HTTP requests to a cluster, with authentication and a choice of endpoints.
  final class EtcdConnection: Sendable {
    let endpoints: EtcdEndpoints

    private let client: HTTPClient
    private let credentials: @Sendable () async throws -> EtcdCredentials?
    private let certificates: EtcdCertificates
    private let timeout: TimeAmount
    private let token = LockedState<String?>(nil)
    /// The endpoints that have answered since the last failure.
    private let answering = LockedState<Set<String>>([])

    /// Creates a connection, which connects with the first request.
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints.
    ///   - credentials: A closure that returns the user, or `nil` without authentication.
    ///   - tls: The certificates.
    ///   - timeout: The longest time until an endpoint starts to answer.
    /// - Throws: An error if a certificate can't be read, or if no connection would use it.
    init(
      to endpoints: EtcdEndpoints, as credentials: @escaping @Sendable () async throws -> EtcdCredentials?,
      _ tls: EtcdTLS, timeout: Duration
    ) throws(SettingsError) {
      try tls.check(for: endpoints)
      self.endpoints = endpoints
      self.credentials = credentials
      certificates = try EtcdCertificates(tls)
      self.timeout = TimeAmount(timeout)
      var configuration = HTTPClient.Configuration()
      // A token must not be sent to another server.
      configuration.redirectConfiguration = .disallow
      // Shorter than the time of a request, which would otherwise end first: it's unknown then that it wasn't sent.
      configuration.timeout.connect = TimeAmount(timeout * 0.75)
      configuration.connectionPool.retryConnectionEstablishment = false
      client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }

    /// Ends all requests, and closes the connections.
    func close() async {
      // The only error is that it was closed before.
      do { try await client.shutdown() } catch {}
    }

    // MARK: Requests

    /// Performs a request that changes nothing, at each endpoint until one answers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The largest number of bytes of the answer.
    /// - Returns: The answer.
    /// - Throws: The error of the last endpoint.
    func read(_ request: EtcdRequest, limit: Int) async throws(EtcdFailedRequest) -> EtcdAnswer {
      try await answer(to: request, limit: limit, afterProbe: false) { $0.isOfEndpoint }
    }

    /// Performs a request that may change something; at another endpoint only if it wasn't sent to the first one.
    ///
    /// With TLS 1.3, a server refuses a client's certificate after it could have received the request. So an endpoint
    /// that hasn't answered yet is asked for a read first.
    func write(_ request: EtcdRequest, limit: Int) async throws(EtcdFailedRequest) -> EtcdAnswer {
      try await answer(to: request, limit: limit, afterProbe: true) {
        if case .unreachable = $0 { true } else { false }
      }
    }

    /// Performs a request, and again at the next endpoint after an error that allows it.
    private func answer(
      to request: EtcdRequest, limit: Int, afterProbe needsProbe: Bool,
      retriesAfter isRetryable: (EtcdRequestError) -> Bool
    ) async throws(EtcdFailedRequest) -> EtcdAnswer {
      var asked: [String] = []
      while true {
        let endpoint = endpoints.selected
        asked.append(endpoint)
        do throws(EtcdRequestError) {
          let bytes = try await withToken(at: endpoint) { token throws(EtcdRequestError) in
            if needsProbe { try await self.probe(endpoint, token) }
            let response = try await self.response(to: request, at: endpoint, token)
            guard response.status == .ok else { throw .failure(try await self.failure(of: response)) }
            return try await self.bytes(of: response, limit: limit)
          }
          return EtcdAnswer(bytes: bytes, endpoint: endpoint)
        } catch {
          guard asked.count < endpoints.all.count, isRetryable(error), !Task.isCancelled else {
            throw EtcdFailedRequest(reason: error, endpoints: asked)
          }
        }
      }
    }

    /// Starts a request whose answer is a stream.
    func stream(_ request: EtcdRequest, at endpoint: String) async throws(EtcdRequestError) -> HTTPClientResponse.Body {
      try await withToken(at: endpoint) { token throws(EtcdRequestError) in
        let response = try await self.response(to: request, at: endpoint, token)
        guard response.status == .ok else { throw .failure(try await self.failure(of: response)) }
        return response.body
      }
    }

    /// Checks that an endpoint answers, unless it has answered before.
    private func probe(_ endpoint: String, _ token: String?) async throws(EtcdRequestError) {
      if answering.withLock({ $0.contains(endpoint) }) { return }
      let request: EtcdRequest
      do { request = try .range(from: [0], to: nil, limit: 1, revision: 0, omitsValues: true) } catch {
        throw .unusable(error)
      }
      do throws(EtcdRequestError) {
        // A refusal is an answer, too.
        _ = try await bytes(of: try await response(to: request, at: endpoint, token), limit: 64 << 10)
      } catch {
        if case .lost(let cause) = error { throw .unreachable(nil, cause) }
        throw error
      }
    }

    // MARK: Authentication

    /// Forgets the token, because etcd has refused it.
    func renewToken() { token.withLock { $0 = nil } }

    /// Performs a request with a token, and once more with a new one if etcd refuses the first.
    private func withToken<Answer: Sendable>(
      at endpoint: String,
      _ perform: @Sendable (String?) async throws(EtcdRequestError) -> Answer
    ) async throws(EtcdRequestError) -> Answer {
      do throws(EtcdRequestError) {
        guard let known = token.withLock({ $0 }) else {
          return try await perform(try await authenticate(at: endpoint))
        }
        do { return try await perform(known) } catch {
          guard case .failure(let failure) = error, failure.kind == .token else { throw error }
          token.withLock { if $0 == known { $0 = nil } }
          return try await perform(try await authenticate(at: endpoint))
        }
      } catch {
        // A task is canceled when an endpoint takes too long.
        if error.isOfEndpoint || Task.isCancelled { endpoints.leave(endpoint) }
        throw error
      }
    }

    /// Returns a new token, which is empty if etcd needs none, or without credentials.
    private func authenticate(at endpoint: String) async throws(EtcdRequestError) -> String {
      let user: EtcdCredentials?
      do { user = try await credentials() } catch {
        throw .unusable(
          SettingsError(
            .remoteRefused, found: "credentials that can't be read",
            advice: "correct what the closure 'credentials' reads; it's called again with the next attempt",
            underlying: error))
      }
      guard let user else {
        token.withLock { $0 = "" }
        return ""
      }
      do throws(EtcdRequestError) {
        let request: EtcdRequest
        do { request = try .authentication(user) } catch { throw EtcdRequestError.unusable(error) }
        let response = try await self.response(to: request, at: endpoint, nil)
        guard response.status == .ok else { return try accept(try await failure(of: response)) }
        let bytes = try await bytes(of: response, limit: 64 << 10)
        let answer: EtcdTokenAnswer
        do { answer = try EtcdTokenAnswer(bytes) } catch { throw EtcdRequestError.unusable(error) }
        token.withLock { $0 = answer.token }
        return answer.token
      } catch {
        // The actual request wasn't sent.
        switch error {
        case .lost(let cause): throw .unreachable(nil, cause)
        case .failure(let failure) where failure.kind == .unavailable: throw .unreachable(nil, failure.error)
        default: throw error
        }
      }
    }

    /// Returns an empty token if etcd has refused to create one because it needs none.
    private func accept(_ failure: EtcdFailure) throws(EtcdRequestError) -> String {
      guard failure.message.contains("authentication is not enabled") else { throw .failure(failure) }
      token.withLock { $0 = "" }
      return ""
    }

    // MARK: HTTP

    private func response(
      to message: EtcdRequest, at endpoint: String, _ token: String?
    ) async throws(EtcdRequestError) -> HTTPClientResponse {
      var request = HTTPClientRequest(url: endpoint + message.path)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      if let token, !token.isEmpty { request.headers.add(name: "Authorization", value: token) }
      request.body = .bytes(message.body)
      request.tlsConfiguration = certificates.configuration
      do {
        let response = try await client.execute(request, timeout: timeout)
        answering.withLock { _ = $0.insert(endpoint) }
        return response
      } catch {
        let hasAnswered = answering.withLock { $0.remove(endpoint) != nil }
        let fault =
          EtcdConnectionFault(error) ?? (hasAnswered ? nil : EtcdConnectionFault(error, beforeAnswerOf: endpoint))
        if fault?.isOfCertificates == true { certificates.readAgain() }
        throw fault.map { .unreachable($0, error) } ?? .lost(error)
      }
    }

    private func failure(of response: HTTPClientResponse) async throws(EtcdRequestError) -> EtcdFailure {
      EtcdFailure(status: Int(response.status.code), body: try await bytes(of: response, limit: 64 << 10))
    }

    private func bytes(of response: HTTPClientResponse, limit: Int) async throws(EtcdRequestError) -> [UInt8] {
      do {
        return [UInt8](try await response.body.collect(upTo: limit).readableBytesView)
      } catch is NIOTooManyBytesError {
        throw .tooLarge(limit)
      } catch { throw .lost(error) }
    }
  }
#endif
