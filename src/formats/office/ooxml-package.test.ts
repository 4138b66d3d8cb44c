import { expect, test } from 'vitest';
import { FootnoteError } from '../../errors.ts';
import { officeFile } from './office-file.test-support.ts';
import { openOffice, recogniseOffice } from './ooxml-package.ts';

const file = officeFile('a.docx', 'word/Document.xml', { 'word/document.xml': '<w:document/>' });

test('an Office file is known by its parts, whatever its name', () => {
  expect(recogniseOffice({ ...file, path: 'a.txt' }, 'word')).toBe('yes');
  expect(recogniseOffice(file, 'xl')).toBe('no');
  expect(recogniseOffice({ path: 'a.docx', bytes: new TextEncoder().encode('text') }, 'word')).toBe('no');
});

test('part names are compared without case', () => {
  const office = openOffice(file, 'word');
  expect(office.xml(office.mainPart)?.name).toBe('document');
});

test('a file that was cut off is left to its name, and named as damaged', () => {
  const cut = { path: 'a.docx', bytes: file.bytes.subarray(0, 200) };
  expect(recogniseOffice(cut, 'word')).toBe('maybe');
  expect(() => openOffice(cut, 'word')).toThrow(
    expect.objectContaining({ code: 'file_damaged' }) as FootnoteError,
  );
});

test('a file under a password says so', () => {
  const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const bytes = Uint8Array.from([
    ...signature,
    ...Array.from({ length: 500 }, () => 0),
    ...Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  expect(recogniseOffice({ path: 'a.docx', bytes }, 'word')).toBe('maybe');
  expect(() => openOffice({ path: 'a.docx', bytes }, 'word')).toThrow(
    new FootnoteError('file_encrypted', { path: 'a.docx' }),
  );
});

test('the old binary format is no such file', () => {
  const bytes = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);
  expect(recogniseOffice({ path: 'a.docx', bytes }, 'word')).toBe('no');
});
