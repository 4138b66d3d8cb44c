import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parserFor } from './parsers.ts';

const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
    Buffer.from(stream, 'utf16le'),
  ]);

test.each([
  ['a.png', Buffer.from('\x89PNG\r\n', 'latin1'), 'a picture'],
  ['renamed.txt', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a picture'],
  ['no-name', Buffer.from('OggS\0\0\0', 'latin1'), 'an audio recording'],
  ['a.mp4', Buffer.from('\0\0\0\x18ftypisom', 'latin1'), 'a video'],
  ['a.tar.gz', Buffer.from('\x1f\x8b\x08', 'latin1'), 'an archive that is not ZIP'],
  ['a.bin', compound('__substg1.0_0037001F'), 'an Outlook message'],
  ['a.doc', compound('WordDocument'), 'an old Word document'],
  ['a.xls', compound('Workbook'), 'an old or binary Excel workbook'],
  ['a.xls', compound('Book'), 'an old or binary Excel workbook'],
  ['a.old', compound('Something'), 'an old Office document'],
  [
    'a.odg',
    zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.graphics'), { level: 0 }] }),
    'an OpenDocument drawing or formula',
  ],
  [
    'renamed.odt',
    zipSync({ mimetype: [strToU8('application/vnd.sun.xml.writer'), { level: 0 }] }),
    'an old OpenOffice document',
  ],
  ['a.pages', zipSync({ 'Index/Document.iwa': strToU8('x') }), 'a Pages document'],
  ['a.mobi', Buffer.concat([Buffer.alloc(60, 65), Buffer.from('BOOKMOBI')]), 'a Kindle book'],
  ['pump.1', strToU8('.\\" Made by hand\n.TH PUMP 1\n'), 'a manual page in troff'],
  ['a.heic', Buffer.alloc(0), 'a picture'],
])('%s is refused with what to convert it to', (path, bytes, kind) => {
  expect(() => parserFor({ path, bytes })).toThrow(
    expect.objectContaining({
      code: 'file_convertible',
      message: expect.stringContaining(`${path} is ${kind}. Convert it to `),
    }),
  );
});

test('what is read under another name is read', () => {
  expect(parserFor({ path: 'letter.doc', bytes: strToU8('{\\rtf1 a}') }).name).toBe('rtf');
  expect(parserFor({ path: 'report.xls', bytes: strToU8('<html><table></table>') }).name).toBe('html');
  expect(parserFor({ path: 'a.txt', bytes: strToU8('PAR1 is how a Parquet file begins.') }).name).toBe(
    'text',
  );
});

test.each(['server.key', 'Pose.msg', 'graph.dot', 'app.pot'])(
  '%s that is plain text is no document',
  (path) => {
    expect(() => parserFor({ path, bytes: strToU8('float64 x\n') })).toThrow(
      expect.objectContaining({ code: 'file_unsupported' }),
    );
  },
);

test.each([
  [
    'a.txt',
    new Uint8Array(100),
    'file_binary',
    'a.txt is not text (100 control characters in the first 100 bytes)',
  ],
  [
    'a.docx',
    Buffer.from('\x7fELF\x02', 'latin1'),
    'file_damaged',
    'a.docx is damaged: its content is not docx (a program)',
  ],
  ['a.docx', strToU8('words'), 'file_damaged', 'a.docx is damaged: it is plain text, not docx'],
])('%s is not what its name says', (path, bytes, code, message) => {
  const error = expect.objectContaining({ code, message: expect.stringContaining(message) });
  expect(() => parserFor({ path, bytes })).toThrow(error);
});

test.each([
  ['docs.v2/README', 'Read me', 'text'],
  ['Makefile', 'all:\n', 'source-code'],
  ['constructor', 'Words', 'text'],
  ['Apache-2.0', 'Apache License', 'text'],
  ['Minutes 12.03.2024', 'Present were', 'text'],
  ['doc/pump/README.Debian', 'The pump for Debian', 'text'],
  ['NEWS.old', 'Pumps are in', 'text'],
])('%s has no ending and is read', (path, words, parser) => {
  expect(parserFor({ path, bytes: strToU8(words) }).name).toBe(parser);
});
