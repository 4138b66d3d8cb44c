import { expect, test } from 'vitest';
import { emailParser } from './email-parser.ts';
import { messageParts } from './parse-email.ts';

const answer = 'We take the train at nine.';

test.each([
  ['lines with their mark', '> Which train?'],
  ['the line over them that names the author', 'On Monday, Ann wrote:\n> Which train?'],
  [
    'that line broken in two',
    'On Mon, Feb 5, 2024 at 9:00 AM Ann Longname <ann@example.org>\nwrote:\n> Which train?',
  ],
  [
    'all below the headers of a message',
    'From: Ann <ann@example.org>\nSent: Monday, February 5, 2024 9:00 AM\nTo: Bob\nSubject: Trip\n\nWhich train?\n\nAnn',
  ],
  [
    'all below such headers in bold and in German',
    '*Von:* Ann\n*Gesendet:* Montag\n*An:* Bob; Carol;\n  Dora\n*Betreff:* Reise\n\nWelcher Zug?',
  ],
  [
    'all below headers of which the date comes last',
    'Von: Ann\nBetreff: Reise\nDatum: 5. Februar 2024 um 09:00\nAn: Bob\n\nWelcher Zug?',
  ],
  [
    'all below such headers in Russian',
    'От: Анна\nОтправлено: понедельник\nКому: Борис\nТема: Поезд\n\nКакой поезд?',
  ],
  [
    'all below headers of which the sender comes last',
    'Date: Monday, February 5, 2024\nSubject: Trip\nFrom: Ann\nTo: Bob\n\nWhich train?',
  ],
  [
    'the line over them that names an address in any language',
    'Dnia 5 lutego 2024 Ann <ann@example.org> napisała:\n> Which train?',
  ],
  ['all below such a line in French', '-------- Message transféré --------\nSujet : Trajet\n\nQuel train ?'],
  ['all below such a line in German', 'Anfang der weitergeleiteten Nachricht:\n\nWelcher Zug?'],
  ['all below a line that says so', '-----Original Message-----\nFrom: Ann\n\nWhich train?'],
])('%s is quoted', (_, quoted) => {
  expect(messageParts(`${answer}\n\n${quoted}`)).toEqual([
    { kind: 'paragraph', text: answer },
    { kind: 'quote', text: quoted },
  ]);
});

test('what is said below a quotation with headers in it is the sender’s own', () => {
  const quoted = '> From: Ann\n> Sent: Monday\n> Subject: Trip\n>\n> Which train?';
  expect(messageParts(`${quoted}\n\n${answer}`)).toEqual([
    { kind: 'quote', text: quoted },
    { kind: 'paragraph', text: answer },
  ]);
});

test.each([
  ['On Monday Ann wrote:\nthe train leaves at nine.'],
  ['From: Kiel\nTo: Hamburg'],
  ['Begin forwarded message before noon'],
  ['From: the office\n\nDate: today\nSubject: none'],
])('%j is the sender’s own', (text) => {
  expect(messageParts(text).map(({ kind }) => kind)).not.toContain('quote');
});

async function blocksOf(html: string) {
  const head = ['From: ann@example.org', 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n<p>Lunch is at noon.</p>${html}`);
  const { text, blocks } = await emailParser.parse({ path: 'a.eml', bytes });
  return blocks.slice(1).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}

const headOf = async (replyTo: string) => {
  const bytes = Buffer.from(
    `From: ann@example.org\r\nReply-To: ${replyTo}\r\nSubject: Quay\r\n\r\nClosed.\r\n`,
  );
  const { text } = await emailParser.parse({ path: 'a.eml', bytes });
  return text.split('\n\n')[1];
};

test('where answers go stands in the head, if that is not the sender', async () => {
  expect(await headOf('Desk <desk@example.org>')).toBe(
    'From: ann@example.org\nReply-To: Desk <desk@example.org>',
  );
  expect(await headOf('ann@example.org')).toBe('From: ann@example.org');
});

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

test('a subject that is the whole message is its text', async () => {
  const head = 'From: ann@example.org\r\nSubject: We close at 14:00 today\r\n\r\n';
  const { text } = await emailParser.parse({ path: 'a.eml', bytes: Buffer.from(head) });
  expect(text).toBe('We close at 14:00 today\n\nFrom: ann@example.org\n\nWe close at 14:00 today');
  const told = await emailParser.parse({ path: 'a.eml', bytes: Buffer.from(`${head}See you on Monday.`) });
  expect(told.text.split('\n\n')).toHaveLength(3);
});
