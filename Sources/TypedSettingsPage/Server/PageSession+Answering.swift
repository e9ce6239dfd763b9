internal import TypedSettingsCore
internal import TypedSettingsForms

extension PageSession {
  /// Returns the response to a request.
  func response(to request: PageRequest) -> PageResponse {
    guard request.method == "HEAD" else { return wholeResponse(to: request) }
    var response = wholeResponse(to: request.replacingMethod(with: "GET"))
    (response.hasHeadersOnly, response.isEventStream) = (true, false)
    return response
  }

  private func wholeResponse(to request: PageRequest) -> PageResponse {
    if let answer = access.answer(to: request) { return answer }
    let search = PageSearch(FormFields(encoded: request.query.utf8))
    let path = access.path(of: request)
    switch (request.method, path) {
    case ("GET", PageRenderer.Path.page):
      return document(status: "", search: search)
    case ("GET", PageRenderer.Path.style): return PageResponse(.ok, type: "text/css; charset=utf-8", PageRenderer.style)
    case ("GET", PageRenderer.Path.script):
      return PageResponse(.ok, type: "text/javascript; charset=utf-8", PageRenderer.script)
    case ("GET", PageRenderer.Path.events):
      guard canSubscribe else { return .text(.unavailable, "Too many browsers follow changes.") }
      var response = PageResponse(.ok, type: "text/event-stream", "retry: 1000\n\n")
      response.isEventStream = true
      return response
    case ("GET", PageRenderer.Path.rows):
      return PageResponse(.ok, type: "application/json", update(rows: rows(since: version(of: request))))
    case ("POST", PageRenderer.Path.save), ("POST", PageRenderer.Path.undo):
      guard request.contentType == "application/x-www-form-urlencoded" else { return wrongType }
      guard let fields = FormFields(encoded: request.body) else { return malformed }
      return answerForm(path == PageRenderer.Path.save ? save(fields) : undo(fields), fields, search: search)
    case ("POST", PageRenderer.Path.scriptSave), ("POST", PageRenderer.Path.scriptUndo):
      guard request.contentType == "application/json" else { return wrongType }
      guard let fields = FormFields(json: request.body) else { return malformed }
      return answerScript(path == PageRenderer.Path.scriptSave ? save(fields) : undo(fields), fields)
    default: return .text(.notFound, "There is nothing here.")
    }
  }

  /// Returns the version of the document that a browser has, if it has got no changes since.
  func version(of request: PageRequest) -> Int? {
    if request.header("last-event-id") != nil { return nil }
    return FormFields(encoded: request.query.utf8)?["v"].flatMap { Int($0) }
  }

  private var wrongType: PageResponse { .text(.unsupportedMediaType, "This media type isn't allowed.") }

  private var malformed: PageResponse { .text(.badRequest, "The request isn't well-formed.") }

  /// Returns the response to a form: a redirect to the page, or the page with the refused values.
  private func answerForm(_ outcome: SaveOutcome?, _ fields: FormFields, search: PageSearch) -> PageResponse {
    guard let outcome else { return malformed }
    wakeSubscribers()
    let rows = submittedRows(fields, outcome).map { ($0.name, $0) }
    let shown = Dictionary(rows) { first, _ in first }
    guard !outcome.errors.isEmpty else {
      // After a redirect, the page wouldn't state what wasn't done.
      if outcome.isIncomplete || !outcome.pendingFields.isEmpty {
        return document(status: outcome.status, search: search, showing: shown)
      }
      return .redirect(to: search.path(PageRenderer.Path.page))
    }
    return document(status: outcome.status, search: search, showing: shown, isRefusal: true)
  }

  /// Returns the response to the script: the rows that it sent.
  private func answerScript(_ outcome: SaveOutcome?, _ fields: FormFields) -> PageResponse {
    guard let outcome else { return malformed }
    wakeSubscribers()
    return PageResponse(
      outcome.errors.isEmpty ? .ok : .unprocessable, type: "application/json",
      update(rows: submittedRows(fields, outcome), outcome: outcome))
  }

  /// Returns the rows of a request; if values were refused, they show what the user has edited and the reasons.
  private func submittedRows(_ fields: FormFields, _ outcome: SaveOutcome) -> [FormRow] {
    let names = Set(fields.settings).union(outcome.errors.keys)
    return names.sorted().compactMap { name in
      guard var row = row(named: name) else { return nil }
      row.error = outcome.errors[name]
      if row.error == nil, let pending = outcome.pendingFields[name] {
        row.fields = pending
        return row
      }
      // A locked setting shows the value in effect, because the submitted one can't be saved.
      guard !outcome.errors.isEmpty, row.secret == nil, row.lock == nil, fields.settings.contains(name) else {
        return row
      }
      if let extended = outcome.extendedFields[name] {
        row.fields = extended
        return row
      }
      let submitted = fields.values.filter {
        FieldName.setting(in: $0.key) == name && $0.key != FieldName.original(name)
      }
      let original = fields[FieldName.original(name)]
      // The next save would write back fields that are older than the row.
      guard original != FormControl.fingerprint(of: submitted), !row.hasOtherParts(than: original) else { return row }
      row.fields = submitted
      return row
    }
  }
}
