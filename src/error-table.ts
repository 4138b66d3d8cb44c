/** Every way this project fails on purpose: code → message, HTTP status, and whether trying again can help. */
export const table = {
  aborted: {
    status: 499,
    retryable: true,
    message: 'Stopped before it was done. Start it again where that was not meant.',
  },
  address_unusable: {
    status: 500,
    retryable: false,
    message:
      'The server cannot listen on {host}, port {port} ({reason}). Choose others with --host and --port.',
  },
  answer_incomplete: {
    status: 502,
    retryable: true,
    message: 'The answer broke off: {reason} What was said until then stands. Ask again for the whole.',
  },
  archive_refused: {
    status: 422,
    retryable: false,
    message: '{path} was not unpacked: {problem}. Unpack it yourself and ingest the folder, if you trust it.',
  },
  body_too_large: {
    status: 413,
    retryable: false,
    message: 'The request body is over {limit} bytes. Send less, or raise server.maxBodyBytes.',
  },
  collection_unknown: {
    status: 404,
    retryable: false,
    message:
      'There is no collection "{collection}" in the store {store}. Known: {known}. Fill it with: footnote ingest PATH --collection {collection}',
  },
  config_invalid: {
    status: 400,
    retryable: false,
    message: '{source}: {problem}. Look the setting up in docs/configuration.md.',
  },
  conversation_unknown: {
    status: 404,
    retryable: false,
    message:
      'There is no conversation "{conversation}" in collection "{collection}": it was erased, or belongs to another. Check its id, or ask without one to begin a new one.',
  },
  document_unknown: {
    status: 404,
    retryable: false,
    message:
      'There is no document "{document}" in collection "{collection}". List them with: footnote documents list',
  },
  engine_unsupported: {
    status: 501,
    retryable: false,
    message: 'The engine {engine} cannot do this: {what}. Use an engine that declares {capability}.',
  },
  evaluation_empty: {
    status: 422,
    retryable: false,
    message: '{path} has no {what}: there is nothing to measure. See docs/evaluation.md for its form.',
  },
  evaluation_incomplete: {
    status: 422,
    retryable: false,
    message:
      '{count} of the documents could not be ingested, the first of them {path}: {problem} Mend corpus.jsonl and run it again.',
  },
  file_binary: {
    status: 422,
    retryable: false,
    message: '{path} is not text ({reason}). Convert it to text or Markdown first.',
  },
  file_convertible: {
    status: 415,
    retryable: false,
    message: '{path} is {kind}. Convert it to {target} and ingest that.',
  },
  file_damaged: {
    status: 422,
    retryable: false,
    message:
      '{path} is damaged: {problem}. Open it in the program that made it, save it anew, and ingest that.',
  },
  file_empty: {
    status: 422,
    retryable: false,
    message:
      '{path} has no text in it, so nothing was indexed for it. Fill it, or leave it out with --exclude.',
  },
  file_encrypted: {
    status: 422,
    retryable: false,
    message: '{path} is protected by a password. Save a copy without it and ingest that.',
  },
  file_malformed: {
    status: 422,
    retryable: false,
    message: '{path}, line {line}: {problem}. Mend the file and run the same command again.',
  },
  file_too_large: {
    status: 413,
    retryable: false,
    message: '{path} has {size} bytes, the limit is {limit}. Split it, or raise ingest.maxFileBytes.',
  },
  file_unsupported: {
    status: 415,
    retryable: false,
    message: '{path}: this kind of file is not read yet. Convert it to one of: {supported}.',
  },
  filter_invalid: {
    status: 400,
    retryable: false,
    message: 'The filter is not usable: {problem}. Use these fields, as docs/search.md says: {fields}.',
  },
  host_forbidden: {
    status: 403,
    retryable: false,
    message:
      'Requests for the host "{host}" are refused; this server answers as {allowed}. Start it with --allow-host {host} to change that.',
  },
  index_mismatch: {
    status: 409,
    retryable: false,
    message:
      'The index of "{collection}" was built with {stored}; this process was started with {configured}. Start it again with the settings of the index, or build the index anew from the stored text with: footnote reindex --collection {collection}',
  },
  index_replaced: {
    status: 409,
    retryable: true,
    message:
      'The index of "{collection}" was replaced by a new one while documents were written to it. Run the same command again.',
  },
  internal: {
    status: 500,
    retryable: false,
    message: 'Something went wrong inside Footnote. Look into the server log for the details, and report it.',
  },
  job_unknown: {
    status: 404,
    retryable: false,
    message: 'There is no {state} job "{job}" in collection "{collection}". List them with: footnote jobs',
  },
  media_type_unsupported: {
    status: 415,
    retryable: false,
    message: 'A body of type "{type}" is not read here. Send application/json.',
  },
  message_unknown: {
    status: 404,
    retryable: false,
    message:
      'There is no answer "{message}" in collection "{collection}": it was erased, or never kept. Ask again; docs/privacy.md says how long answers are kept.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: '{path} does not take {method}. Use one that it takes: {allowed}.',
  },
  model_altered: {
    status: 500,
    retryable: false,
    message:
      '{file} is not the file that was published: its SHA-256 is {actual}, expected {expected}. Restore it from the package or the repository.',
  },
  model_answer_invalid: {
    status: 502,
    retryable: false,
    message:
      'The model {model} answered with something that cannot be used: {problem}. Ask again; if it stays so, check the address and the name of the model in the settings.',
  },
  model_missing: {
    status: 500,
    retryable: false,
    message: 'The model file {file} cannot be read ({reason}). {remedy}.',
  },
  model_rejected: {
    status: 502,
    retryable: false,
    message: 'The model {model} refused the request: {reason}. {remedy}.',
  },
  model_unavailable: {
    status: 503,
    retryable: true,
    message: 'The model {model} does not answer: {reason}. {remedy}.',
  },
  origin_forbidden: {
    status: 403,
    retryable: false,
    message:
      'Requests from pages of "{origin}" are refused; only pages that come from this server itself ("{host}") may send them. Use its own page, or send them from a program; a proxy has to pass on the Host that it was asked for.',
  },
  parser_stopped: {
    status: 422,
    retryable: false,
    message: '{path} was given up: its parser {problem}. {remedy}.',
  },
  path_empty: {
    status: 422,
    retryable: false,
    message:
      '{path}: there is no file here that can be read. Name another place, with files of these kinds: {supported}.',
  },
  path_not_found: {
    status: 404,
    retryable: false,
    message: '{path} does not exist. {remedy}.',
  },
  path_unreadable: {
    status: 403,
    retryable: false,
    message: '{path} cannot be read ({reason}). {remedy}.',
  },
  path_unwritable: {
    status: 403,
    retryable: false,
    message: '{path} cannot be written ({reason}). {remedy}.',
  },
  port_taken: {
    status: 500,
    retryable: false,
    message: 'Port {port} on {host} is in use. Stop what uses it, or choose another with --port.',
  },
  prompt_too_long: {
    status: 413,
    retryable: false,
    message:
      'The question needs {needed} tokens before any passage, the model {model} reads {limit}. Shorten it, or set generator.contextWindow to what the model reads.',
  },
  question_empty: {
    status: 400,
    retryable: false,
    message: 'The question is empty. Ask with at least one word, also beside conditions such as path:handbook.',
  },
  question_too_long: {
    status: 413,
    retryable: false,
    message:
      'The question has {length} characters, the limit is {limit}. Shorten it, or raise question.maxLength.',
  },
  reindex_superseded: {
    status: 409,
    retryable: false,
    message:
      'The new index of "{collection}" was dropped while it was built: another reindex was started under other settings. Leave it to that one. If these settings are to hold, run the same command again when it is done.',
  },
  request_invalid: { status: 400, retryable: false, message: '{field}: {problem}.' },
  route_unknown: {
    status: 404,
    retryable: false,
    message: 'There is nothing at {method} {path}. Look for the route at /openapi.json.',
  },
  server_busy: {
    status: 503,
    retryable: true,
    message:
      'The server works on {limit} questions already. Try again in a moment, or raise server.maxQuestions.',
  },
  server_not_ready: {
    status: 503,
    retryable: true,
    message: 'The server is not ready: {reason}. Try again in a moment.',
  },
  store_busy: {
    status: 503,
    retryable: true,
    message: 'Another process has been writing to {path} for {waitedMs} ms. Try again when it is done.',
  },
  store_corrupt: {
    status: 500,
    retryable: false,
    message: 'The store {path} is damaged: {problem}. Restore a backup, or move it away and ingest again.',
  },
  store_foreign: {
    status: 500,
    retryable: false,
    message:
      'The file {path} is the database of another program, with tables such as {tables}. Nothing was written to it. Choose another folder with --store.',
  },
  store_full: {
    status: 507,
    retryable: true,
    message:
      'There is no room left to write {path}. Nothing acknowledged is lost. Free disk space and run it again.',
  },
  store_newer: {
    status: 500,
    retryable: false,
    message:
      'The store {path} was written by a newer Footnote (format {stored}, this one reads {supported}). Update Footnote.',
  },
  store_older: {
    status: 500,
    retryable: false,
    message:
      'The store {path} was written by an older Footnote (format {stored}, this one reads {supported}). Bring it up to date where it can be written, by opening it once, with: footnote documents',
  },
  store_read_only: {
    status: 403,
    retryable: false,
    message:
      'The store {path} cannot be written. Give this user write permission, or choose another with --store.',
  },
  store_unavailable: {
    status: 503,
    retryable: true,
    message: 'The store {path} is not available: {reason}. {remedy}.',
  },
  text_layer_missing: {
    status: 422,
    retryable: false,
    message:
      '{path} is a scan: there is no text layer on p. {pages}. Run it through OCR and ingest the result.',
  },
  vector_invalid: {
    status: 500,
    retryable: false,
    message:
      'The vector of {subject} is not usable: {problem}. Compare embedder.model and embedder.dimension with what the model gives, or use another model.',
  },
} as const satisfies Record<string, { status: number; retryable: boolean; message: string }>;
