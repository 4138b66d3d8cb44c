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
    config_invalid: '{source}: {problem}. See docs/configuration.md.',
    filter_invalid: 'The filter is invalid: {problem}. Available fields: {fields}. See docs/search.md.',
    question_empty:
      'The question is empty. Enter at least one word in addition to conditions such as path:handbook.',
    request_invalid: '{field}: {problem}.',
  }),
  ...entries(401, lasting, {
    credentials_invalid:
      'The key is not valid: it is unknown, expired or revoked. Ask an administrator of this server for another one.',
    credentials_missing:
      'This server asks for a key. Send one in the header "Authorization: Bearer KEY"; see docs/access.md.',
  }),
  ...entries(403, lasting, {
    access_denied:
      'This needs the role "{needed}", and the key has the role "{role}". Use a key with that role; see docs/access.md.',
    address_needs_keys:
      'On {host} other machines reach the server, and there is no key, so that anyone could read, change and remove everything. Add --allow-anyone if all who can reach this address may do that; else create a key with: footnote keys create NAME --role admin',
    host_forbidden:
      'Requests for the host "{host}" are refused; this server answers only to {allowed}. Start it with --allow-host {host} to allow this one.',
    metrics_private:
      '/metrics answers only programs on the machine of the server. Ask it from there, or set server.metrics to public.',
    origin_forbidden:
      'Requests from pages on "{origin}" are refused; only pages served by this server ("{host}") may send them. Use its own page, or send requests from a program; a proxy must forward the original Host header.',
    address_refused: '{address} is not read: {reason}. {remedy}.',
    path_unreadable: '{path} cannot be read ({reason}). {remedy}.',
    path_unwritable: '{path} cannot be written ({reason}). {remedy}.',
    store_read_only:
      'The store {path} is read-only. Give this user write permission, or choose another store with --store.',
  }),
  ...entries(403, lasting, {
    share_forbidden:
      'This answer rests on documents that you may not see. Ask whoever runs this server for access to them, and then open the link again.',
    folder_forbidden:
      'The server may not read {path}. Choose a place in one of its folders, or add the folder to server.folders.',
  }),
  ...entries(404, lasting, {
    collection_unknown:
      'There is no collection "{collection}" in the store {store}. Existing collections: {known}. Create it with: footnote ingest PATH --collection {collection}',
    conversation_unknown:
      'There is no conversation "{conversation}" in collection "{collection}": it was erased, or belongs to another collection. Check the id, or leave it out to start a new conversation.',
    document_unknown:
      'There is no document "{document}" in collection "{collection}". List them with: footnote documents list',
    evaluation_unknown:
      'There is no evaluation "{evaluation}": it was removed, or never kept. Choose one of those that are listed.',
    folder_unknown:
      'The collection "{collection}" follows no folder "{folder}" on this machine. List them with: footnote folders',
    job_unknown:
      'There is no {state} job "{job}" in collection "{collection}". List jobs with: footnote jobs',
    key_unknown: 'There is no key "{key}". List them with: footnote keys',
    message_unknown:
      'There is no answer "{message}" in collection "{collection}": it was erased or never kept. Ask again; docs/privacy.md explains how long answers are kept.',
    model_unknown: 'There is no model "{model}" here. Use one of these: {known}.',
    original_missing:
      'The file of {path} is not kept, and no longer where it was read. Add it again to see the file; its text is there as before.',
    path_not_found: '{path} does not exist. {remedy}.',
    picture_unknown:
      'The file of {path} does not give the picture "{picture}": {problem}. Take its name from a figure of the text.',
    share_unknown:
      'This link leads to no answer: it was taken back, or its conversation was erased. Ask whoever sent it for a new one.',
    route_unknown: 'There is no route {method} {path}. See /openapi.json for all routes.',
  }),
  ...entries(405, lasting, {
    method_not_allowed: '{path} does not accept {method}. Use {allowed}.',
  }),
  ...entries(409, lasting, {
    document_changed:
      'The document {document} is no longer of version {version}: it was read anew, edited or removed meanwhile. Open it again, and then change it.',
    index_mismatch:
      'The index of "{collection}" was built with {stored}, but this process was started with {configured}. Restart it with the settings of the index, or rebuild the index from the stored text with: footnote reindex --collection {collection}',
    reindex_superseded:
      'The new index of "{collection}" was dropped before it was finished: another reindex was started with different settings. Let that one finish. To use these settings instead, start it again afterwards.',
  }),
  ...entries(409, lasting, {
    collection_exists:
      'There is a collection "{collection}" already. Choose another name, or remove that one first.',
    name_unavailable: 'The name "{name}" cannot be given to a document here. Choose another name.',
  }),
  ...entries(409, passing, {
    collection_busy:
      'The job {job} is at work on the collection "{collection}". Try again when it is done, or after cancelling it.',
    index_replaced:
      'The index of "{collection}" was replaced by a new one while documents were being written to it. Try again.',
  }),
  ...entries(413, lasting, {
    body_too_large: 'The request body is over {limit} bytes. Send less, or raise server.maxBodyBytes.',
    upload_too_large: 'The upload has more than {limit} {what}. Send it in parts, or raise {setting}.',
    file_too_large: '{path} is {size} bytes; the limit is {limit}. Split it, or raise ingest.maxFileBytes.',
    picture_too_large:
      '{path}: the picture on p. {page} has {pixels}; the limit is {limit} pixels. Make it smaller and ingest it again.',
    prompt_too_long:
      'The question needs {needed} tokens before any passage is added; the model {model} reads {limit}. Shorten the question, or set generator.contextWindow to what the model can read.',
    question_too_long:
      'The question has {length} characters; the limit is {limit}. Shorten it, or raise question.maxLength.',
  }),
  ...entries(415, lasting, {
    file_convertible: '{path} is {kind}. Convert it to {target} and ingest that.',
    file_unsupported: '{path}: this file type is not supported. Convert the file to one of: {supported}.',
    media_type_unsupported: 'A request body of type "{type}" is not supported. Send {accepted}.',
  }),
  ...entries(422, lasting, {
    archive_refused:
      '{path} was not unpacked: {problem}. Unpack it yourself and ingest the folder, if you trust it.',
    evaluation_empty:
      '{path} has no {what}, so there is nothing to measure. See docs/evaluation.md for the format.',
    evaluation_incomplete:
      '{count} of the documents could not be ingested, the first of them {path}: {problem} Fix corpus.jsonl and measure again.',
    file_binary: '{path} is not text ({reason}). Convert it to text or Markdown first.',
    file_damaged:
      '{path} is damaged: {problem}. Open it in the program that created it, save it again, and ingest the new copy.',
    file_empty: '{path} contains no text, so nothing was indexed. Add text to it, or leave it out.',
    file_encrypted: '{path} is password-protected. Save a copy without the password and ingest that.',
    file_malformed: '{path}, line {line}: {problem}. Fix the file, then run the same again.',
    model_refused:
      '{path} holds no model that can be added: {reason}. Give the folder of one of these as it was published: {known}. For any other model set embedder.directory to its folder; see docs/models.md.',
    parser_stopped: '{path} could not be parsed: the parser {problem}. {remedy}.',
    path_empty:
      '{path}: no readable file was found. Choose a place that has files of these types: {supported}.',
    text_layer_missing: '{path} is a scan: there is no text layer on p. {pages}. {remedy}.',
    text_layer_unreadable:
      '{path}: the fonts on p. {pages} do not say which characters their glyphs are. Run it through OCR and ingest the result.',
  }),
  ...entries(429, passing, {
    quota_exceeded:
      'The limit of {limit} {what} a {period} is used up. Try again after {renewsAt}, or ask whoever runs this server for more.',
    rate_limited: 'Too many requests: the limit is {limit} in {window}. Try again in {seconds} s{raise}.',
  }),
  ...entries(499, passing, {
    aborted: 'Stopped before it was done. Start it again if this was not intended.',
  }),
  ...entries(500, lasting, {
    address_unusable:
      'The server cannot listen on {host}, port {port} ({reason}). Choose others with --host and --port.',
    internal:
      'Something went wrong inside Footnote. Check the server log for details, and report the problem.',
    model_altered:
      '{file} is not the published file: its SHA-256 is {actual}, but {expected} is expected. Restore it from the package or the repository.',
    model_missing: 'The model file {file} cannot be read ({reason}). {remedy}.',
    package_missing:
      '{feature} needs the package {package}, which is not installed. Install it with: npm install {package}',
    port_taken:
      'Port {port} on {host} is in use. Stop the program that uses it, or choose another port with --port.',
    store_corrupt:
      'The store {path} is damaged: {problem}. Restore a backup, or move the store away and ingest again.',
    store_foreign:
      'The file {path} is the database of another program, with tables such as {tables}. Nothing was written to it. Choose another folder with --store.',
    store_newer:
      'The store {path} was written by a newer Footnote (store format {stored}; this version reads {supported}). Update Footnote.',
    store_older:
      'The store {path} was written by an older Footnote (store format {stored}; this version reads {supported}). Upgrade it by opening it once with write permission: footnote documents',
    vector_invalid:
      'The vector of {subject} is invalid: {problem}. Check that embedder.model and embedder.dimension match what the model returns, or use another model.',
  }),
  ...entries(500, lasting, {
    job_failed: 'The job {job} failed in another process: {reason} Correct that, and start it again.',
  }),
  ...entries(501, lasting, {
    records_on_server: '{server} keeps the records, so {what} is done with its own tools. {remedy}.',
  }),
  ...entries(502, lasting, {
    engine_rejected: '{server} refused the request: {reason}. {remedy}.',
    model_answer_invalid:
      'The model {model} gave a malformed answer: {problem}. Try again; if it keeps happening, check the address and the name of the model in the settings.',
    model_rejected: 'The model {model} refused the request: {reason}. {remedy}.',
  }),
  ...entries(502, passing, {
    answer_incomplete:
      'The answer broke off: {reason} What came before still stands. Ask again for the full answer.',
  }),
  ...entries(502, passing, {
    address_unreachable:
      '{address} cannot be read: {reason}. Check the address and the network, and try again.',
  }),
  ...entries(503, passing, {
    identity_unavailable:
      'Tokens of {issuer} cannot be checked: {reason}. Try again in a moment, or check oidc.issuer.',
    engine_unavailable: '{server} is not available: {reason}. {remedy}.',
    model_unavailable: 'The model {model} is not responding: {reason}. {remedy}.',
    server_busy:
      'The server is asked more than it can answer: it works on {limit} questions at most, and lets {queued} more wait. Try again in a moment.',
    server_not_ready: 'The server is not ready: {reason}. Try again in a moment.',
    store_busy: 'Another process has been writing to {path} for {waitedMs} ms. Try again when it is done.',
    store_unavailable: 'The store {path} is not available: {reason}. {remedy}.',
    too_many_connections:
      'There are already {limit} connections from {address}. Use fewer, or raise server.maxConnectionsPerAddress.',
  }),
  ...entries(507, lasting, {
    originals_full:
      'The collection "{collection}" may keep {limit} bytes of originals: it keeps {kept}, and {added} more came. Remove documents, or raise ingest.maxKeptBytes.',
  }),
  ...entries(507, passing, {
    store_full:
      'There is no space left to write {path}. Nothing that was confirmed is lost. Free some disk space and try again.',
  }),
};

/**
 * What is said over HTTP and to assistants in place of a message that names a command or a flag: whoever asks a server
 * cannot type one. The details are the same.
 */
export const servedMessages: Partial<Record<keyof typeof table, string>> = {
  collection_unknown:
    'There is no collection "{collection}" here. Existing collections: {known}. Choose one of them, or put documents into a new one.',
  document_unknown:
    'There is no document "{document}" in collection "{collection}". Choose one from the list of its documents.',
  folder_unknown:
    'The collection "{collection}" follows no folder "{folder}" on this machine. Choose one from the list of its folders.',
  host_forbidden:
    'Requests for the host "{host}" are refused; this server answers only to {allowed}. Use one of these, or ask whoever runs the server to allow this one.',
  index_mismatch:
    'The index of "{collection}" was built with {stored}, but the server was started with {configured}. Ask whoever runs it to restart it with the settings of the index, or to build the index anew.',
  job_unknown:
    'There is no {state} job "{job}" in collection "{collection}". Choose one from the list of its jobs.',
  key_unknown: 'There is no key "{key}". Choose one from the list of keys.',
  package_missing:
    '{feature} needs the package {package}, which is not installed. Ask whoever runs the server to install it.',
  store_foreign:
    'The file {path} is the database of another program, with tables such as {tables}. Nothing was written to it. Ask whoever runs the server to choose another folder.',
  store_older:
    'The store {path} was written by an older Footnote (store format {stored}; this version reads {supported}). Ask whoever runs the server to upgrade it.',
  store_read_only: 'The store {path} is read-only. Ask whoever runs the server to let it write there.',
};
