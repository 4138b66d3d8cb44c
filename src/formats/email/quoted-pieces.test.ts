import { expect, test } from 'vitest';
import { emailParser } from './email-parser.ts';

async function blocksOf(html: string) {
  const head = ['From: ann@example.org', 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n<p>Lunch is at noon.</p>${html}`);
  const { text, blocks } = await emailParser.parse({ path: 'a.eml', bytes });
  return blocks.slice(1).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

test('the words over a quotation that name its author belong to it', async () => {
  expect(await blocksOf('<div>On Monday, Bob wrote:</div><blockquote>When is lunch?</blockquote>')).toEqual([
    'paragraph: Lunch is at noon.',
    'quote: On Monday, Bob wrote:',
    'quote: When is lunch?',
  ]);
});

test('running text below the headers of another message is quoted', async () => {
  const headers = '<p><b>From:</b> Bob<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br><b>Subject:</b> Lunch</p>';
  expect(await blocksOf(`${headers}<p>When is lunch?</p><ul><li>noon</li></ul>`)).toEqual([
    'paragraph: Lunch is at noon.',
    'quote: From: Bob\nSent: Monday\nTo: Ann\nSubject: Lunch',
    'quote: When is lunch?',
    'list: - noon',
  ]);
});

test('own words in the paragraph that names the author stay the sender’s, and lines with a mark are quoted', async () => {
  const above = '<p>At one.<br><br>26.06.2014, 14:41, "Bob" &lt;bob@example.org&gt;:</p>';
  expect(
    await blocksOf(`${above}<blockquote>When is lunch?</blockquote><p>&gt; Where?<br>&gt; Here?</p>`),
  ).toEqual([
    'paragraph: Lunch is at noon.',
    'paragraph: At one.',
    'quote: 26.06.2014, 14:41, "Bob" <bob@example.org>:',
    'quote: When is lunch?',
    'quote: > Where?\n> Here?',
  ]);
});
