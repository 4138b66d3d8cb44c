import { expect, test } from 'vitest';
import { emailParser } from './email-parser.ts';
import { attachmentBytes, readEmail } from './read-email.ts';

function emailOf(head: readonly string[], body: Uint8Array | string) {
  const text = [...head, 'From: ann@example.org', 'MIME-Version: 1.0'].join('\r\n');
  return {
    path: 'a.eml',
    bytes: Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from('\r\n\r\n'), Buffer.from(body)]),
  };
}

const plain = (charset: string) => `Content-Type: text/plain; charset=${charset}`;

test.each([
  ['UTF-8 that calls itself ASCII', emailOf([plain('us-ascii')], 'Größe zählt, sagt Jürgen.'), []],
  ['UTF-8 of an unknown encoding', emailOf([plain('"unknown-8bit"')], 'Größe zählt, sagt Jürgen.'), []],
  ['UTF-8 of an encoding that is none', emailOf([plain('bogus-99')], 'Größe zählt, sagt Jürgen.'), []],
  [
    'UTF-8 that calls itself ASCII beside a part that says its encoding',
    emailOf(
      ['Content-Type: multipart/mixed; boundary=b'],
      `--b\r\n${plain('us-ascii')}\r\n\r\nGröße zählt, \r\n--b\r\n${plain('iso-8859-1')}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nsagt J=FCrgen.\r\n--b--`,
    ),
    [],
  ],
  [
    'Latin letters of no named encoding',
    emailOf(['Content-Type: text/plain'], Buffer.from('Größe zählt, sagt Jürgen.', 'latin1')),
    ['not valid UTF-8: read as windows-1252'],
  ],
  [
    'a declared encoding',
    emailOf([plain('iso-8859-1')], Buffer.from('Größe zählt, sagt Jürgen.', 'latin1')),
    [],
  ],
])('%s is read as what it is', async (_, file, expected) => {
  const { text, warnings } = await emailParser.parse(file);
  expect(text.replace(/\s+/g, ' ')).toContain('Größe zählt, sagt Jürgen.');
  expect(warnings).toEqual(expected);
});

test('attached is what a reader would open: no pictures of the layout, styles or signatures', async () => {
  const parts = [
    'Content-Type: text/html\r\n\r\n<p>Hello <img src="cid:logo"></p>',
    'Content-Type: image/png; name=logo.png\r\nContent-ID: <logo>\r\n\r\nx',
    'Content-Type: application/octet-stream; name=rule.gif\r\nContent-ID: <rule>\r\n\r\nx',
    'Content-Type: text/css\r\nContent-Location: https://example.org/a.css\r\n\r\np { color: red }',
    'Content-Type: application/pdf; name=offer.pdf\r\nContent-ID: <offer>\r\n\r\nx',
    'Content-Type: image/png\r\nContent-Disposition: attachment; filename=scan.png\r\n\r\nx',
    'Content-Type: application/pgp-signature; name=signature.asc\r\n\r\nx',
  ];
  const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
  const { email } = await readEmail(emailOf(['Content-Type: multipart/related; boundary=b'], body));
  expect(email.attachments.map(({ filename }) => filename)).toEqual(['offer.pdf', 'scan.png']);
});

const attribute = (id: number, value: Buffer | string): Buffer => {
  const head = Buffer.alloc(9, 2);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(value.length, 5);
  return Buffer.concat([head, Buffer.from(value), Buffer.alloc(2)]);
};
const property = (type: number, id: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16LE(type);
  head.writeUInt16LE(id, 2);
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(value.length, 8);
  return Buffer.concat([Buffer.alloc(4), head, value]);
};
const begun = attribute(0x00069002, '');
const packed = [
  begun,
  attribute(0x00018010, 'PRICES~1.CSV\0'),
  attribute(0x0006800f, 'rose,9\n'),
  attribute(0x00069005, property(0x1f, 0x3707, Buffer.from('Prices of May.csv\0', 'utf16le'))),
  begun,
  attribute(0x00018010, 'notes.txt\0'),
  attribute(0x00069005, property(0x0d, 0x3701, Buffer.from(`${'-'.repeat(16)}Roses`))),
];

test.each([
  ['files', packed, 'Words', ['Prices of May.csv: rose,9\n', 'notes.txt: Roses']],
  ['no more than how the text looks', [], 'Words', []],
  ['the text itself', [], '', ['winmail.dat: x\x9f>"\0\0']],
])('what Outlook packs into one is attached: %s', async (_, attributes, text, expected) => {
  const file = Buffer.concat([Buffer.from('x\x9f>"\0\0', 'latin1'), ...attributes]).toString('base64');
  const head = 'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64';
  const body = `--b\r\n\r\n${text}\r\n--b\r\n${head}\r\n\r\n${file}\r\n--b--`;
  const { email } = await readEmail(emailOf(['Content-Type: multipart/mixed; boundary=b'], body));
  const shown = email.attachments.map(
    (one) => `${one.filename}: ${Buffer.from(attachmentBytes(one)).toString('latin1')}`,
  );
  expect(shown).toEqual(expected);
});

test.each(['7bit', 'quoted-printable'])(
  'quotations keep their marks where lines flow on, as %s',
  async (encoding) => {
    const lines = [
      'The gate opened, and ',
      'nobody saw it. ',
      '>> When does it ',
      '>> open? ',
      '> At six, if the ',
      '> tide is in.',
      'Good.',
    ];
    const body = lines.map((line) => (encoding === '7bit' ? line : line.replace(/ $/, '=20'))).join('\r\n');
    const type = 'Content-Type: text/plain;\r\n format=flowed; charset=utf-8';
    const { text, blocks } = await emailParser.parse(
      emailOf([type, `Content-Transfer-Encoding: ${encoding}`], body),
    );
    expect(blocks.slice(1).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['paragraph', 'The gate opened, and nobody saw it.'],
      ['quote', '>> When does it\n>> open?\n> At six, if the\n> tide is in.'],
      ['paragraph', 'Good.'],
    ]);
  },
);

test('a message whose parts cannot be told apart keeps its text', async () => {
  const { text, warnings } = await emailParser.parse(
    emailOf(['Content-Type: multipart/alternative;', 'Subject: Gate'], 'The gate opens at six.\r\n'),
  );
  expect(text).toContain('The gate opens at six.');
  expect(warnings).toEqual([
    'the message says that it has parts but not where they begin: it was kept as it is',
  ]);
});

test('a text without headers is no message', async () => {
  const file = { path: 'a.eml', bytes: Buffer.from('Dear Ann,\n\nthe lease ends in May.\n') };
  await expect(readEmail(file)).rejects.toMatchObject({ code: 'file_damaged' });
});

test('a group of nobody is no receiver', async () => {
  const { text, metadata } = await emailParser.parse(
    emailOf(['To: undisclosed-recipients:;', 'Cc: Bo <bo@example.org>'], 'Hello.'),
  );
  expect(text).toBe('From: ann@example.org\nCc: Bo <bo@example.org>\n\nHello.');
  expect(metadata).toEqual({ authors: ['ann@example.org'], cc: ['Bo <bo@example.org>'] });
});

test('a message as Apple Mail keeps it is read without what stands around it', async () => {
  const { bytes } = emailOf([plain('utf-8'), 'Subject: Launch'], 'In June, says Jürgen.\r\n');
  const file = {
    path: '1234.emlx',
    bytes: Buffer.concat([
      Buffer.from(`${bytes.length}       \n`),
      bytes,
      Buffer.from('<?xml version="1.0"?><plist/>'),
    ]),
  };
  expect(emailParser.recognise(file)).toBe('yes');
  expect((await emailParser.parse(file)).text).toBe(
    'Launch\n\nFrom: ann@example.org\n\nIn June, says Jürgen.',
  );
});

test('a signature that only the text part has is kept, and once what both have', async () => {
  const text = 'Hello,\r\n\r\nit is 20 EUR.\r\n\r\n-- \r\nAnn "Annie" Lee\r\nTel. 1234567\r\n';
  const parts = [
    `${plain('utf-8')}\r\n\r\n${text}`,
    'Content-Type: text/html\r\n\r\n<p>Hello,<p>it is 20 EUR.<p>Ann <b>"Annie"</b> Lee',
  ];
  const body = [...parts, ''].map((part) => `--b\r\n${part}\r\n`).join('');
  const parsed = await emailParser.parse(emailOf(['Content-Type: multipart/alternative; boundary=b'], body));
  expect(parsed.text).toBe(
    'From: ann@example.org\n\nHello,\n\nit is 20 EUR.\n\nAnn "Annie" Lee\n\nTel. 1234567',
  );
});

test('a message has the language of its words, not that of the names of its headers', async () => {
  const to = 'To: Ben Okafor <ben@example.org>, mia@example.org\r\nCc: tom@example.org';
  const head = [to, 'Date: Sat, 4 May 2024 10:00:00 +0200', 'Subject: Angebot', plain('utf-8')];
  const words = 'Hallo Ben, die Pumpe kostet 4.800 EUR und wird geprüft.';
  expect((await emailParser.parse(emailOf(head, words))).language).toBe('de');
});

test.each([
  ['text alone', [plain('utf-8')], 'Come.', '1'],
  [
    'one of two writings beside an attachment',
    ['Content-Type: multipart/mixed; boundary=b'],
    '--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain\r\n\r\nCome.\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>Come.</p>\r\n--c--\r\n--b\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename=a.html\r\n\r\n<p>Not this</p>\r\n--b--',
    '1.2',
  ],
  [
    'several texts',
    ['Content-Type: multipart/mixed; boundary=b'],
    '--b\r\nContent-Type: text/plain\r\n\r\nCome.\r\n--b\r\nContent-Type: text/plain\r\n\r\nGo.\r\n--b--',
    'TEXT',
  ],
])('the part that words stand in: %s', async (_, head, body, part) => {
  const { text, places = [] } = await emailParser.parse(emailOf(['Subject: Lunch', ...head], body));
  const at = (words: string) => places.find(({ start, end }) => text.slice(start, end).includes(words));
  expect(at('Come.')).toMatchObject({ part });
  expect(at('ann@example.org')).toMatchObject({ part: 'HEADER', start: 0 });
});
