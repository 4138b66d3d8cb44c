import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { type PresetName, presets } from '../src/presets/presets.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { type ChatPeer, startChatPeer } from './chat-peer.ts';
import { handbook, writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-presets-'));
const files = writeFiles(join(folder, 'handbook'), handbook);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Footnote under a preset and variables of the environment, over a store of the preset's own. */
async function open(
  preset: PresetName,
  environment: Readonly<Record<string, string>> = {},
): Promise<Footnote> {
  const flags = { preset, store: join(folder, preset), ingest: { parserProcesses: 1 } };
  const { config } = resolveConfig({ flags, environment, directory: folder });
  const footnote = await openFootnote(config, await quickAdapters());
  onTestFinished(() => footnote.close());
  return footnote;
}

async function openPeer(): Promise<ChatPeer> {
  const peer = await startChatPeer();
  onTestFinished(() => peer.close());
  return peer;
}

const question = 'How long must a password be, and when is it changed?';

describe('on what the package has', () => {
  test.each([
    ['A6: graph', 'graph', null, null],
    ['B5, B8: disclosures', 'disclosures', 'good', 'insufficient'],
    ['C8: tutor', 'tutor', null, null],
    ['D7, D8: knowledge-base', 'knowledge-base', 'Medium', 'Low'],
    ['E10, E12: textbook', 'textbook', null, null],
  ] as const)('%s reads, answers with exact citations, and falls back', async (_, preset, level, lowest) => {
    const footnote = await open(preset);
    const report = await footnote.ingest([files]);
    expect(report).toMatchObject({ status: 'complete', documents: { added: 4 } });
    expect(report.warnings[0]).toContain(`The preset ${preset} runs with substitutes`);

    const answer = await footnote.ask(question);
    expect(answer.outcome).toBe('answered');
    expect(answer.answer).toContain('fourteen characters');
    expect(answer.confidenceLevel).toBe(level);
    expect(answer.warnings).toContain(report.warnings[0]);
    expect(answer.citations.length).toBeGreaterThan(0);
    for (const { documentId, start, end, quote } of answer.citations) {
      const { text } = await footnote.getDocumentText(documentId);
      expect(text.slice(start, end)).toBe(quote);
    }

    const refusal = await footnote.ask('zzyzx?');
    expect(refusal).toMatchObject({ abstained: true, confidence: 0, citations: [], model: null });
    expect(refusal.confidenceLevel).toBe(lowest);
    // Without words of its own a preset names the topics that there are.
    expect(refusal.answer).toContain(presets[preset].settings.answer?.fallback ?? 'Passwords');
  });
});

test('A5: weights that the fusion does not have are told, those of the description are not', async () => {
  const footnote = await open('graph', { HYBRID_VECTOR_WEIGHT: '0.9' });
  await footnote.ingest([files]);
  const told = expect.stringContaining('The fusion rrf does not use the weights');
  expect((await footnote.search(question)).warnings).toContainEqual(told);
  const weighing = await open('graph', { HYBRID_VECTOR_WEIGHT: '0.9', HYBRID_MERGE_METHOD: 'weighted' });
  expect((await weighing.search(question)).warnings).not.toContainEqual(told);
  const described = await open('graph');
  expect((await described.search(question)).warnings).not.toContainEqual(told);
});

describe('with a language model', () => {
  test('B6, B7: disclosures numbers its documents, and readers see only citations of these', async () => {
    const peer = await openPeer();
    peer.says(['A password has at least fourteen characters [Citation 1]', '. So they say [Citation 99].']);
    const footnote = await open('disclosures', {
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    });
    const answer = await footnote.ask(question);
    const prompt = peer.requests[0]?.body.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toContain('[Document 1]\nTitle: Passwords\nContent: ');
    expect(prompt).toContain('[Citation N]');
    expect(answer.citations.map(({ number, title }) => [number, title])).toEqual([[1, 'Passwords']]);
    expect(answer.unmatched).toHaveLength(1);
  });

  test('D3, D4, D5: knowledge-base asks its model by its own variables, and cites by title', async () => {
    const peer = await openPeer();
    peer.says(['A password has at least fourteen characters [Passwords > Rules for passwords].']);
    const footnote = await open('knowledge-base', {
      LLM_BASE_URL: peer.baseUrl,
      LLM_MODEL: 'tiny',
      LLM_MAX_TOKENS: '50',
    });
    const answer = await footnote.ask(question);
    const request = peer.requests[0]?.body;
    expect(request).toMatchObject({ model: 'tiny', temperature: 0.3, max_tokens: 50 });
    const prompt = request?.messages.map(({ content }) => content).join('\n') ?? '';
    expect(prompt).toMatch(/\[Passwords > [^\]]+\]\n/);
    expect(answer.citations.map(({ title }) => title)).toEqual(['Passwords']);
    expect(answer.warnings.join(' ')).not.toContain('llama');
  });

  test('C5: tutor quotes chapter and section of each passage, the history and what was marked', async () => {
    const peer = await openPeer();
    peer.says(['At least fourteen characters [1].']);
    const footnote = await open('tutor', {
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    });
    await footnote.ask(question, {
      selectedText: 'not otherwise',
      history: [
        { role: 'user', content: 'What is a password?' },
        { role: 'assistant', content: 'A secret.' },
      ],
    });
    // The request before it makes the question whole.
    const messages = peer.requests.at(-1)?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[0]?.content).toMatch(/\nSource: Rules for passwords, /);
    expect(messages.at(-1)?.content).toContain('not otherwise');
  });
});
