import { expect, test } from 'vitest';
import { emailParser } from './email-parser.ts';
import { readEmail } from './read-email.ts';

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
