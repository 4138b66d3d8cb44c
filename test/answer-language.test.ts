import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AnswerEvent } from '../src/answer/answer.ts';
import { wordings } from '../src/answer/wording/speaker.ts';
import { openFootnote } from '../src/pipeline.ts';
import { configSchema } from '../src/settings/config.ts';
import { runFootnote } from './run-footnote.ts';
import { footnoteOver } from './shared-footnote.ts';

const manual: Readonly<Record<string, string>> = {
  'urlaub.md': `# Urlaub

Alle Beschäftigten haben dreißig Tage bezahlten Urlaub im Jahr. Nicht genommener Urlaub verfällt Ende März.
`,
  'reisen.md': `# Reisen

Beschäftigte buchen die Bahn in der zweiten Klasse. Flüge genehmigt die Abteilungsleitung innerhalb von zwei Tagen.
`,
};

const offTopic = 'Welches Enzym fehlt dem mitochondrialen Ribosom der Hefe?';
const refusal =
  /^Dazu habe ich in den Dokumenten nichts gefunden\. Die Dokumente behandeln: „(?:Urlaub“, „Reisen|Reisen“, „Urlaub)“\. Fragen Sie nach einem dieser Themen, oder fügen Sie Dokumente hinzu/;

const folder = mkdtempSync(join(tmpdir(), 'footnote-language-'));
const footnote = footnoteOver(manual, folder);

test('a word that no document has is told of, in the language of the question, unless another stands for it', async () => {
  const { outcome, warnings } = await footnote().ask('Wie viel bezahlten Urlaub haben Kosmonauten?');
  expect(outcome).toBe('answered');
  expect(warnings).toEqual(['Die zitierten Stellen erwähnen „Kosmonauten“ nicht.']);
  expect((await footnote().ask('Wie viel bezahlten Urlaub haben Beschäftgte?')).warnings).toEqual([]);
});

test('a German question that nothing bears on is refused in German, whole and streamed', async () => {
  const { answer, outcome, topics } = await footnote().ask(offTopic);
  expect(answer).toMatch(refusal);
  expect(outcome).toBe('below-threshold');
  expect(topics.map(({ start, end }) => answer.slice(start, end)).toSorted()).toEqual([
    '„Reisen“',
    '„Urlaub“',
  ]);
  const events: AnswerEvent[] = [];
  for await (const event of footnote().ask(offTopic)) events.push(event);
  expect(events.map((event) => (event.type === 'token' ? event.text : '')).join('')).toBe(answer);
});

test('so it is on the command line', async () => {
  const store = ['--store', join(folder, 'store')];
  const told = await runFootnote(['ask', offTopic, ...store], { cwd: folder });
  expect(told.code).toBe(3);
  expect(told.stdout.replace(/\s+/g, ' ')).toMatch(refusal);
});

test('an English question over German documents is refused in English, a word without a language in German', async () => {
  const english = await footnote().ask('Which enzyme does the mitochondrial ribosome of yeast lack?');
  expect(english.answer).toMatch(/^I found nothing about this in the documents\. They cover: “/);
  expect((await footnote().ask('GDPR?')).answer).toMatch(refusal);
});

test('a question that asks for everything is warned of in its language', async () => {
  const { warnings } = await footnote().ask('Wie viele Dokumente nennen dreißig Tage bezahlten Urlaub?');
  expect(warnings).toEqual([wordings.de.asksForEverything]);
});

test('one language can be set for all', async () => {
  const dutch = await openFootnote({ store: join(folder, 'store'), answer: { language: 'nl' } });
  onTestFinished(() => dutch.close());
  expect((await dutch.ask(offTopic)).answer).toMatch(/^Ik heb hierover niets gevonden/);
  expect((await dutch.ask('Danke!')).answer).toBe(wordings.nl.thanks);
});

test('every language that is spoken can be set', () => {
  const { language } = configSchema.shape.answer.shape;
  expect(language.unwrap().options.toSorted()).toEqual(['question', ...Object.keys(wordings)].toSorted());
});
