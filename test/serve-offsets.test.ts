import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, send, startTestServer, type TestServer, type TestStore } from './serve-fixture.ts';

/** Letters of one to four bytes before the words that are quoted. */
const notice =
  '# Notice 👍👍\n\nÉté 中文 🎉. The gate of the harbour opens at seven. 🚀 Boats wait outside.\n';
const question = 'When does the gate of the harbour open?';

let store: TestStore;
let server: TestServer;

beforeAll(async () => {
  store = await openTestStore();
  const folder = await mkdtemp(join(tmpdir(), 'footnote-offsets-'));
  await writeFile(join(folder, 'notice.md'), notice);
  await store.footnote.ingest([join(folder, 'notice.md')]);
  await rm(folder, { recursive: true });
  server = await startTestServer(store);
});

afterAll(async () => {
  await server.server.close();
  await store.close();
});

/** Asks as a program in Python does, and holds each quote, hit and sentence against the text that it is a span of. */
const program = `
import json, sys, urllib.request
base, question, unit = sys.argv[1:]

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return reply.read().decode()

def span(text, place):
    if unit == "codepoint":
        return text[place["start"]:place["end"]]
    if unit == "utf8":
        return text.encode()[place["start"]:place["end"]].decode()
    return text.encode("utf-16-le")[2 * place["start"]:2 * place["end"]].decode("utf-16-le")

def text_of(place):
    return json.loads(call("/documents/" + place["documentId"] + "/text"))["text"]

def check(answer):
    assert answer["citations"] and answer["sentences"]
    for citation in answer["citations"]:
        assert span(text_of(citation), citation) == citation["quote"], citation
    for hit in answer["hits"]:
        assert span(text_of(hit), hit) == hit["content"], hit
    for sentence in answer["sentences"]:
        assert span(answer["answer"], sentence).endswith("]"), sentence

body = {"question": question, "offsets": unit}
check(json.loads(call("/ask", body)))
events = [json.loads(line[6:]) for line in call("/ask", {**body, "stream": True}).splitlines() if line.startswith("data: ")]
check(next(event["answer"] for event in events if event["type"] == "done"))
for event in events:
    if event["type"] == "citation":
        assert span(text_of(event["citation"]), event["citation"]) == event["citation"]["quote"]
for hit in json.loads(call("/search", body))["hits"]:
    assert span(text_of(hit), hit) == hit["content"], hit
print("held")
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython).each(['codepoint', 'utf8', 'utf16'])(
  'a program in Python cuts out what is quoted, by offsets in %s',
  async (unit) => {
    const base = `${server.address}/api/v1/collections/default`;
    const { stdout } = await promisify(execFile)('python3', ['-c', program, base, question, unit]);
    expect(stdout.trim()).toBe('held');
  },
);

/** Where the first citation begins, in a unit. */
const startOf = async (offsets?: string) => {
  const body = { question, ...(offsets !== undefined && { offsets }) };
  const reply = await send(server.address, '/api/v1/collections/default/ask', { body });
  return (JSON.parse(reply.body) as { citations: { start: number }[] }).citations[0]?.start ?? -1;
};

test('offsets differ by unit, and count UTF-16 code units where nothing is said', async () => {
  const at = notice.indexOf('The gate');
  expect(await startOf()).toBe(at);
  expect(await startOf('utf16')).toBe(at);
  expect(await startOf('codepoint')).toBe(Array.from(notice.slice(0, at)).length);
  expect(await startOf('utf8')).toBe(Buffer.byteLength(notice.slice(0, at)));
});
