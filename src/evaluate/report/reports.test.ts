import { describe, expect, test } from 'vitest';
import { html } from '../../text/html.ts';
import { madeUpRun } from '../made-up-run.test-support.ts';
import { reportOfComparison, reportOfRuns } from './evaluation-report.ts';
import { htmlReport } from './html-report.ts';
import { markdownReport } from './markdown-report.ts';

const run = (value: number) => madeUpRun({ q1: value, q2: 0.5 }, { retrieval: { vectorWeight: value } });
const swept = (value: number) => ({
  changes: { 'retrieval.vectorWeight': value },
  run: run(value),
  notes: ['Said of each run.'],
});

describe('reportOfRuns', () => {
  test('one run is compared with nothing', () => {
    const report = reportOfRuns([{ changes: {}, run: run(1), notes: [] }]);
    expect(report.runs.map(({ name }) => name)).toEqual(['made-up']);
    expect(report.comparison).toBeUndefined();
    expect(report.notes).toEqual([expect.stringContaining('With 2 questions')]);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`q${place}`, 1]));
    expect(reportOfRuns([{ changes: {}, run: madeUpRun(many), notes: [] }]).notes).toEqual([]);
  });
  test('of a sweep the best is compared with the first, and said to be flattered', () => {
    const { comparison, notes } = reportOfRuns([swept(0.3), swept(0.9), swept(0.6)]);
    expect(comparison?.settings).toEqual([{ name: 'retrieval.vectorWeight', before: 0.3, after: 0.9 }]);
    expect(notes).toEqual([
      expect.stringContaining('With 2 questions'),
      'Said of each run.',
      expect.stringContaining('differ in 1 question:'),
      expect.stringContaining('best of 3 runs'),
    ]);
  });
  test('and where it is the first, with the next best', () => {
    const { comparison, shown } = reportOfRuns([swept(0.9), swept(0.3), swept(0.6)]);
    expect(comparison?.settings).toEqual([{ name: 'retrieval.vectorWeight', before: 0.6, after: 0.9 }]);
    expect(shown.name).toBe('retrieval.vectorWeight 0.9');
  });
});

test('where no setting differs, that is said in place of a table of none', () => {
  const report = reportOfComparison({ name: 'before', run: run(1) }, { name: 'after', run: run(1) });
  expect(htmlReport(report)).toContain('<p>The settings are the same.</p>');
  expect(markdownReport(report)).toContain('## What changed\n\nThe settings are the same.\n\n| metric');
});

const hostile =
  '<script>hacked = 1</script><img src=x onerror="hacked = 1">\u202E[a](javascript:b) | `c` **d**\n# e';

function hostileReport() {
  const named = (value: number) =>
    madeUpRun({ [hostile]: value }, { retrieval: { [hostile]: value } }, () => hostile);
  return reportOfComparison({ name: hostile, run: named(0.25) }, { name: 'after', run: named(1) });
}

test('what questions, names and settings hold shows as text in a page', () => {
  const page = htmlReport(hostileReport());
  expect(page).not.toMatch(/<script|<img|onerror="/i);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<[^>]*\b(?:src|href)=/);
  expect(html`<b title="${'"><i>'}">${'&'}</b>`.markup).toBe('<b title="&quot;&gt;&lt;i&gt;">&amp;</b>');
});

test('and as text in Markdown', () => {
  const text = markdownReport(hostileReport());
  expect(text).not.toMatch(/<(?:script|img)/);
  expect(text).not.toMatch(/(?<!\\)\[a/);
  expect(text).not.toMatch(/^# e/m);
  for (const line of text.split('\n').filter((one) => one.startsWith('|'))) expect(line).toMatch(/^\|.*\|$/);
});

test('a difference is coloured only where chance alone would rarely make it', () => {
  const before = { a: 0.5, b: 0.5, c: 0.5, d: 0.5, e: 0.5, f: 0.5 };
  const coloured = (after: Record<string, number>) => {
    const page = htmlReport(
      reportOfComparison(
        { name: 'before', run: madeUpRun(before) },
        { name: 'after', run: madeUpRun({ ...before, ...after }) },
      ),
    );
    return /class="number (won|lost|even)?">[−+]/.exec(page)?.[1];
  };
  expect(coloured({ a: 0.7, b: 0.8, c: 0.9, d: 1, e: 0.6, f: 0.6 })).toBe('won');
  expect(coloured({ a: 0.1, b: 0.2, c: 0.3, d: 0.4, e: 0.4, f: 0.4 })).toBe('lost');
  // All better, and the interval leaves out 0; but as many coins fall alike once in sixteen times.
  expect(coloured({ a: 0.7, b: 0.8, c: 0.9, d: 1, e: 0.6 })).toBe('even');
  expect(coloured({ a: 0.9, b: 0.2 })).toBe('even');
});

test('a question that only the later run has stands under the same heads, and the set is that of the later run', () => {
  const before = { name: 'before', run: madeUpRun({ a: 0.5 }) };
  const report = reportOfComparison(before, { name: 'after', run: madeUpRun({ a: 0.75, b: 0.25 }) });
  const page = htmlReport(report);
  const figuresOf = (question: string) => {
    const row = page.split('<tr>').find((one) => one.includes(`>${question}</bdi>`)) ?? '';
    return Array.from(
      row.matchAll(/<td class="number [a-z]*" data-name="[a-z]+">([^<]*)</g),
      ([, figure]) => figure,
    );
  };
  expect(figuresOf('What is a?')).toEqual(['0.5000', '0.7500', '+0.2500']);
  expect(figuresOf('What is b?')).toEqual(['–', '0.2500', '–']);
  for (const text of [page, markdownReport(report)])
    expect(text).toContain('2 questions with a known answer');
});

test('a page has the figures, the change and each question', () => {
  const page = htmlReport(reportOfRuns([swept(0.25), swept(0.75)]));
  expect(page).toContain('0.6250');
  expect(page).toContain('+0.2500');
  expect(page).toContain('What is q2?');
  expect(page).toMatch(/From the run <bdi dir="auto">retrieval\.vectorWeight 0\.75</);
  expect(page.match(/<svg/g)?.length).toBe(4);
});
