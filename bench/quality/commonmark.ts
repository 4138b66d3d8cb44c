import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isFootnoteError } from '../../src/errors.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { markdownParser } from '../../src/formats/markdown/markdown-parser.ts';
import type { QualityOutcome } from './outcome.ts';

const examples = z.array(z.object({ example: z.int(), markdown: z.string(), html: z.string() }));

const description =
  'The examples of the CommonMark specification, each parsed as a document: whether the headings that we find have ' +
  'the levels, and code blocks the number, that the rendered HTML has. Blocks within lists and quotes are one block ' +
  'for us, so only what stands at the outermost level counts; examples that begin with front matter or hold nothing ' +
  'are left out.';

/** Share of the examples that must agree. */
const atLeast = 0.97;

/** Compares with `commonmark/spec_examples.json` beside the evaluation sets. */
export async function measureCommonMark(data: string): Promise<QualityOutcome> {
  const file = join(data, '..', 'documents', 'commonmark', 'spec_examples.json');
  const all = examples.parse(JSON.parse(await readFile(file, 'utf8')));
  let compared = 0;
  const different: number[] = [];
  for (const { example, markdown, html } of all) {
    const found = await structureOf(markdown);
    if (!found) continue;
    compared += 1;
    const expected = structureOfHtml(html);
    if (found.join() !== expected.join()) different.push(example);
  }
  const value = (compared - different.length) / compared;
  return {
    describe: description,
    rows: [
      { set: 'commonmark', measure: 'same headings and code blocks', value, atLeast, ok: value >= atLeast },
    ],
    table: markdownTable(
      ['examples', 'compared', 'agree', 'differ'],
      [[String(all.length), String(compared), value.toFixed(3), different.join(', ') || 'none']],
    ),
    ok: value >= atLeast,
  };
}

/** `h1` to `h6` and `code` in order; undefined where there is no document to parse. */
async function structureOf(markdown: string): Promise<string[] | undefined> {
  if (markdown.startsWith('---\n')) return undefined;
  const bytes = new TextEncoder().encode(markdown);
  try {
    const { blocks } = await markdownParser.parse({ path: 'example.md', bytes });
    return blocks.flatMap((block) => {
      if (block.kind === 'heading') return [`h${block.level}`];
      return block.kind === 'code' ? ['code'] : [];
    });
  } catch (error) {
    if (isFootnoteError(error) && error.code === 'file_empty') return undefined;
    throw error;
  }
}

/** The same of rendered HTML, without what stands in lists and quotes. */
function structureOfHtml(html: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const [, closing, name] of html.matchAll(/<(\/?)(h[1-6]|pre|ul|ol|blockquote)\b[^>]*>/g)) {
    if (name === 'ul' || name === 'ol' || name === 'blockquote') depth += closing ? -1 : 1;
    else if (!closing && depth === 0) found.push(name === 'pre' ? 'code' : (name as string));
  }
  return found;
}
