import { appendFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { keepRun } from '../src/evaluate/evaluation-run.ts';
import { madeUpRun } from '../src/evaluate/made-up-run.test-support.ts';
import { startChatPeer } from './chat-peer.ts';
import { refuseWith } from './json-peer.ts';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const peer = await startChatPeer();
afterAll(() => peer.close());

const secret = 'sk-never-to-be-shown';

const said = 'The reading room opens at nine on weekdays.';
const site = servedSite(
  {
    'rules.md': `# Rules of the library\n\n## Opening\n\n${said}\n`,
    'letter.md': `# Letter to the readers\n\n## Times\n\n${said} On Saturdays it opens at ten.\n`,
    'notes.md': '# Notes\n\n## The room\n\nOn weekdays the reading room opens at nine, and closes at six.\n',
    'garden.md': '# The garden\n\n## Roses\n\nRoses are cut in March, before the buds open.\n',
  },
  {},
  {
    generator: { kind: 'openai', baseUrl: peer.baseUrl, model: 'talker', apiKey: secret },
    answer: { maxSentences: 1, rewriteFollowUps: false },
  },
);

const question = 'When does the reading room open on weekdays?';

it('what was left out of an answer is opened under it, and leads to its place', async () => {
  peer.says(['The reading room opens at nine on weekdays [1].']);
  const { citations, further } = await site.footnote.ask(question);
  expect(further.length).toBeGreaterThan(0);
  expect(further.filter(({ path }) => path.endsWith('garden.md'))).toEqual([]);
  for (const { documentId, start, end, quote } of further) {
    expect((await site.footnote.getDocumentText(documentId)).text.slice(start, end)).toBe(quote);
    expect(citations.some((one) => one.documentId === documentId && one.start === start)).toBe(false);
  }
  expect(further.find(({ quote }) => quote === said)?.repeats).toBe(1);
  expect(further.find(({ path }) => path.endsWith('notes.md'))?.repeats).toBe(null);

  const { page, complaints, close } = await site.open();
  await ask(page, question);
  await page.getByText('passages say the same or more').click();
  const passages = page.locator('.further-passage');
  await expect.poll(() => passages.count()).toBe(further.length);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await passages.filter({ hasText: 'closes at six' }).getByRole('button').click();
  const source = page.getByRole('complementary');
  await source.locator('mark').first().waitFor();
  await expect.poll(() => source.locator('mark').first().innerText()).toContain('closes at six');
  await expect.poll(() => passages.getByRole('button', { expanded: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
  await close();
});

it('a question is answered by quotations alone where that is chosen, for the next time too', async () => {
  peer.says(['The reading room opens at nine on weekdays [1].']);
  const { page, complaints, close } = await site.open();
  const requests = peer.requests.length;
  await page.getByLabel('Quotes only').check();
  await ask(page, question);
  await firstMarker(page).waitFor();
  await page.getByText('Word for word from the sources').waitFor();
  expect(peer.requests.length).toBe(requests);
  await page.reload();
  await expect.poll(() => page.getByLabel('Quotes only').isChecked()).toBe(true);
  await page.getByLabel('Quotes only').uncheck();
  await ask(page, question);
  await page.getByRole('button', { name: 'Quote instead' }).click();
  await page.getByText('Quoted, without the language model').waitFor();
  await expect.poll(() => page.locator('.turn').count()).toBe(3);
  await expect.poll(() => page.getByText('Word for word from the sources').count()).toBe(3);
  expect(peer.requests.length).toBe(requests + 1);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('quotations are asked for by a field of the request, and by nothing else where there is no model', async () => {
  const address = `${site.address}/api/v1/collections/default/ask`;
  const asked = async (body: object) =>
    (await (
      await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, ...body }),
      })
    ).json()) as {
      readonly model: { readonly name: string } | null;
      readonly error?: { readonly code: string };
    };
  expect((await asked({})).model?.name).toBe('talker');
  expect((await asked({ quotesOnly: true })).model).toBe(null);
  expect((await asked({ quotesOnly: 'yes' })).error?.code).toBe('request_invalid');
});

it('an administrator tests the models by a button, and is told what is wrong and what helps', async () => {
  const { page, complaints, close } = await site.open(`${site.address}/#/settings`);
  const models = page.getByRole('region', { name: 'Models' });
  peer.says(['ready']);
  const test = models.getByRole('button', { name: 'Test the models' });
  await test.press('Enter');
  await models.getByText('Answers: ready').waitFor();
  await test.and(page.locator(':focus')).waitFor();
  await models.getByText('Vectors: ready').waitFor();
  peer.meet(refuseWith(401, { error: { message: 'Incorrect API key provided' } }));
  await models.getByRole('button', { name: 'Test the models' }).click();
  await models.getByText('Answers: the key is refused').waitFor();
  await models.getByText('Check generator.apiKey.').waitFor();
  await expect.poll(() => models.innerText()).not.toContain(secret);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  expect(complaints.filter((told) => !told.includes('401'))).toEqual([]);
  await close();
});

it('what was measured is shown by set and run, and two runs are compared', async () => {
  const none = await site.open(`${site.address}/#/settings`);
  await none.page.getByText('Nothing was measured yet.').waitFor();
  await none.close();
  const questions = Array.from({ length: 8 }, (_, place) => `q${place}`);
  const runOf = (figure: number, vectorWeight: number) =>
    madeUpRun(Object.fromEntries(questions.map((id) => [id, figure])), { retrieval: { vectorWeight } });
  await keepRun(runOf(0.5, 0.3), site.store, new Date('2026-03-01T09:00:00Z'));
  await keepRun(runOf(0.75, 0.9), site.store, new Date('2026-03-02T09:00:00Z'));
  await keepRun({ ...runOf(0.25, 0.3), dataset: 'other' }, site.store, new Date('2026-02-01T09:00:00Z'));
  await keepRun({ ...runOf(0.5, 0.3), dataset: 'sweep' }, site.store, new Date('2026-01-01T09:00:10Z'));
  await keepRun({ ...runOf(0.5, 0.9), dataset: 'sweep' }, site.store, new Date('2026-01-01T09:00:20Z'));

  const { page, complaints, close } = await site.open(`${site.address}/#/settings`);
  const reports = page.getByRole('region', { name: 'Evaluation' });
  await reports
    .getByRole('img', { name: 'ndcg@10 of 2 runs: the earliest 0.500, the latest 0.750' })
    .waitFor();
  await reports.getByText('8 better, 0 worse, 0 neither.').waitFor();
  await reports.getByText('retrieval.vectorWeight: 0.3 → 0.9').waitFor();
  await expect
    .poll(() => reports.getByRole('row', { name: /^ndcg@10/ }).innerText())
    .toMatch(/0\.500\s+0\.750\s+\+0\.250/);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await reports.getByLabel('Questions').selectOption('other');
  await reports
    .getByRole('img', { name: 'ndcg@10 of 1 run: the earliest 0.250, the latest 0.250' })
    .waitFor();
  await expect.poll(() => reports.getByRole('heading', { name: 'Compare two runs' }).count()).toBe(0);
  await reports.getByLabel('Questions').selectOption('sweep');
  await expect
    .poll(() => reports.getByLabel('Before').locator('option').allInnerTexts())
    .toEqual([expect.stringMatching(/ \(2\)$/), expect.stringMatching(/ \(1\)$/)]);
  expect(complaints).toEqual([]);
  await close();
});

it('a citation says which version it is from, also where a later one has the same words', async () => {
  const { page, complaints, close } = await site.open();
  await page.getByLabel('Quotes only').check();
  await ask(page, 'When are roses cut?');
  await firstMarker(page).waitFor();
  const [found] = (await site.footnote.findDocuments({ search: 'garden' })).documents;
  await appendFile(found?.path ?? '', '\nLavender is cut in August.\n');
  await site.footnote.ingest([found?.path ?? '']);
  await firstMarker(page).click();
  await page.getByText(/^Cited from version \d+; version \d+ has the same words\.$/).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('an error of the server is said in the language of the page, with its own words below', async () => {
  const { page, close } = await site.open(site.address, { locale: 'de-DE' });
  await page.getByRole('textbox', { name: 'Ihre Frage' }).fill('x'.repeat(4001));
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert');
  await notice
    .getByText('Die Frage hat 4001 Zeichen; höchstens 4000 sind erlaubt. Kürzen Sie sie.')
    .waitFor();
  await expect.poll(() => notice.locator('[lang="en"]').innerText()).toContain('the limit is 4000');
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await close();
});
