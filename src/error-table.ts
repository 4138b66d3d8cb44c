/** How a failure is answered over HTTP, what it says, and whether the same call can succeed later without a change. */
interface ErrorEntry<Message extends string> {
  readonly status: number;
  readonly retryable: boolean;
  readonly message: Message;
}

/** Entries by code of messages that share all else. */
function entries<const Messages extends Readonly<Record<string, string>>>(
  status: number,
  { retryable }: { readonly retryable: boolean },
  messages: Messages,
) {
  const all = Object.entries(messages).map(([code, message]) => [code, { status, retryable, message }]);
  return Object.fromEntries(all) as { readonly [Code in keyof Messages]: ErrorEntry<Messages[Code]> };
}

const lasting = { retryable: false };
const passing = { retryable: true };

/** Every way this project fails on purpose: code → message, HTTP status, and whether trying again can help. */
export const table = {
  ...entries(400, lasting, {
    config_invalid: '{source}: {problem}. Look the setting up in docs/configuration.md.',
    filter_invalid:
      'The filter is not usable: {problem}. Use these fields, as docs/search.md says: {fields}.',
    question_empty:
      'The question is empty. Ask with at least one word, also beside conditions such as path:handbook.',
    request_invalid: '{field}: {problem}.',
  }),
  ...entries(403, lasting, {
    host_forbidden:
      'Requests for the host "{host}" are refused; this server answers as {allowed}. Start it with --allow-host {host} to change that.',
    origin_forbidden:
      'Requests from pages of "{origin}" are refused; only pages that come from this server itself ("{host}") may send them. Use its own page, or send them from a program; a proxy has to pass on the Host that it was asked for.',
    path_unreadable: '{path} cannot be read ({reason}). {remedy}.',
    path_unwritable: '{path} cannot be written ({reason}). {remedy}.',
    store_read_only:
      'The store {path} cannot be written. Give this user write permission, or choose another with --store.',
  }),
  ...entries(404, lasting, {
    collection_unknown:
      'There is no collection "{collection}" in the store {store}. Known: {known}. Fill it with: footnote ingest PATH --collection {collection}',
    conversation_unknown:
      'There is no conversation "{conversation}" in collection "{collection}": it was erased, or belongs to another. Check its id, or ask without one to begin a new one.',
    document_unknown:
      'There is no document "{document}" in collection "{collection}". List them with: footnote documents list',
    job_unknown: 'No job "{job}" is {state} in collection "{collection}". List them with: footnote jobs',
    message_unknown:
      'There is no answer "{message}" in collection "{collection}": it was erased, or never kept. Ask again; docs/privacy.md says how long answers are kept.',
    path_not_found: '{path} does not exist. {remedy}.',
    route_unknown: 'There is nothing at {method} {path}. Look for the route at /openapi.json.',
  }),
  ...entries(405, lasting, {
    method_not_allowed: '{path} does not take {method}. Use one that it takes: {allowed}.',
  }),
  ...entries(409, lasting, {
    index_mismatch:
      'The index of "{collection}" was built with {stored}; this process was started with {configured}. Start it again with the settings of the index, or build the index anew from the stored text with: footnote reindex --collection {collection}',
    reindex_superseded:
      'The new index of "{collection}" was dropped while it was built: another reindex was started under other settings. Leave it to that one. If these settings are to hold, run the same command again when it is done.',
  }),
  ...entries(409, passing, {
    index_replaced:
      'The index of "{collection}" was replaced by a new one while documents were written to it. Run the same command again.',
  }),
  ...entries(413, lasting, {
    body_too_large: 'The request body is over {limit} bytes. Send less, or raise server.maxBodyBytes.',
    file_too_large: '{path} has {size} bytes, the limit is {limit}. Split it, or raise ingest.maxFileBytes.',
    prompt_too_long:
      'The question needs {needed} tokens before any passage, the model {model} reads {limit}. Shorten it, or set generator.contextWindow to what the model reads.',
    question_too_long:
      'The question has {length} characters, the limit is {limit}. Shorten it, or raise question.maxLength.',
  }),
  ...entries(415, lasting, {
    file_convertible: '{path} is {kind}. Convert it to {target} and ingest that.',
    file_unsupported: '{path}: this kind of file is not read yet. Convert it to one of: {supported}.',
    media_type_unsupported: 'A body of type "{type}" is not read here. Send application/json.',
  }),
  ...entries(422, lasting, {
    archive_refused:
      '{path} was not unpacked: {problem}. Unpack it yourself and ingest the folder, if you trust it.',
    evaluation_empty:
      '{path} has no {what}: there is nothing to measure. See docs/evaluation.md for its form.',
    evaluation_incomplete:
      '{count} of the documents could not be ingested, the first of them {path}: {problem} Mend corpus.jsonl and run it again.',
    file_binary: '{path} is not text ({reason}). Convert it to text or Markdown first.',
    file_damaged:
      '{path} is damaged: {problem}. Open it in the program that made it, save it anew, and ingest that.',
    file_empty:
      '{path} has no text in it, so nothing was indexed for it. Fill it, or leave it out with --exclude.',
    file_encrypted: '{path} is protected by a password. Save a copy without it and ingest that.',
    file_malformed: '{path}, line {line}: {problem}. Mend the file and run the same command again.',
    parser_stopped: '{path} was given up: its parser {problem}. {remedy}.',
    path_empty:
      '{path}: there is no file here that can be read. Name another place, with files of these kinds: {supported}.',
    text_layer_missing:
      '{path} is a scan: there is no text layer on p. {pages}. Run it through OCR and ingest the result.',
  }),
  ...entries(499, passing, {
    aborted: 'Stopped before it was done. Start it again where that was not meant.',
  }),
  ...entries(500, lasting, {
    address_unusable:
      'The server cannot listen on {host}, port {port} ({reason}). Choose others with --host and --port.',
    internal:
      'Something went wrong inside Footnote. Look into the server log for the details, and report it.',
    model_altered:
      '{file} is not the file that was published: its SHA-256 is {actual}, expected {expected}. Restore it from the package or the repository.',
    model_missing: 'The model file {file} cannot be read ({reason}). {remedy}.',
    port_taken: 'Port {port} on {host} is in use. Stop what uses it, or choose another with --port.',
    store_corrupt:
      'The store {path} is damaged: {problem}. Restore a backup, or move it away and ingest again.',
    store_foreign:
      'The file {path} is the database of another program, with tables such as {tables}. Nothing was written to it. Choose another folder with --store.',
    store_newer:
      'The store {path} was written by a newer Footnote (format {stored}, this one reads {supported}). Update Footnote.',
    store_older:
      'The store {path} was written by an older Footnote (format {stored}, this one reads {supported}). Bring it up to date where it can be written, by opening it once, with: footnote documents',
    vector_invalid:
      'The vector of {subject} is not usable: {problem}. Compare embedder.model and embedder.dimension with what the model gives, or use another model.',
  }),
  ...entries(501, lasting, {
    engine_unsupported:
      'The engine {engine} cannot do this: {what}. Use an engine that declares {capability}.',
  }),
  ...entries(502, lasting, {
    model_answer_invalid:
      'The model {model} gave a malformed answer: {problem}. Ask again; if it stays so, check the address and the name of the model in the settings.',
    model_rejected: 'The model {model} refused the request: {reason}. {remedy}.',
  }),
  ...entries(502, passing, {
    answer_incomplete:
      'The answer broke off: {reason} What was said until then stands. Ask again for the whole.',
  }),
  ...entries(503, passing, {
    model_unavailable: 'The model {model} does not answer: {reason}. {remedy}.',
    server_busy:
      'The server works on {limit} questions already. Try again in a moment, or raise server.maxQuestions.',
    server_not_ready: 'The server is not ready: {reason}. Try again in a moment.',
    store_busy: 'Another process has been writing to {path} for {waitedMs} ms. Try again when it is done.',
    store_unavailable: 'The store {path} is not available: {reason}. {remedy}.',
  }),
  ...entries(507, passing, {
    store_full:
      'There is no room left to write {path}. Nothing acknowledged is lost. Free disk space and run it again.',
  }),
};
