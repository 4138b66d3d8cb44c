import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { blockLines } from '../office/office-file.test-support.ts';
import { containerFor, parserFor } from '../parsers.ts';
import { flatOdfFile, type OdfParts, odfFile } from './odf-file.test-support.ts';
import { type OdfKind, openOdf, recogniseOdf } from './odf-package.ts';

const parts: OdfParts = { body: '<text:p>Words</text:p>' };

test.each<readonly [OdfKind, string]>([
  ['text', 'odt'],
  ['spreadsheet', 'ods'],
  ['presentation', 'odp'],
])('a %s is known by its media type, whatever its name', (kind, parser) => {
  expect(parserFor(odfFile('a.txt', kind, parts)).name).toBe(parser);
  expect(parserFor(flatOdfFile('a.xml', kind, parts)).name).toBe(parser);
  expect(containerFor(odfFile('a.zip', kind, parts))).toBeUndefined();
});

test.each(['text-template', 'text-master', 'text-master-template'])('a %s is read as a text', (kind) => {
  const bytes = zipSync({ mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }] });
  expect(recogniseOdf({ path: 'a', bytes }, 'text')).toBe('yes');
  expect(recogniseOdf({ path: 'a', bytes }, 'spreadsheet')).toBe('no');
});

test('a drawing is of no kind that is read', () => {
  const bytes = zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.graphics'), { level: 0 }] });
  expect(() => parserFor({ path: 'a.odt', bytes })).toThrow('a.odt is an OpenDocument drawing or formula');
});

/** The same file as general programs pack it: in another order, all of it deflated. */
function repacked(kind: OdfKind): Uint8Array {
  return zipSync({
    'content.xml': strToU8(
      '<office:document-content><office:body><office:text><text:p>Words</text:p></office:text></office:body></office:document-content>',
    ),
    'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
    mimetype: strToU8(`application/vnd.oasis.opendocument.${kind}`),
  });
}

test('one that another program has packed anew is found by its name, and is no archive', async () => {
  const file = { path: 'a.odt', bytes: repacked('text') };
  expect(containerFor(file)).toBeUndefined();
  expect(blockLines(await parserFor(file).parse(file))).toEqual(['paragraph: Words']);
  const wrong = { path: 'a.odt', bytes: repacked('spreadsheet') };
  expect(() => openOdf(wrong, 'text')).toThrow('a.odt is damaged: it is a spreadsheet, not a text');
});

test.each<readonly [string, Record<string, string>]>([
  [
    'part by part',
    {
      'META-INF/manifest.xml':
        '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
      'content.xml': '\u0001\u0002',
    },
  ],
  [
    'as a whole',
    {
      'META-INF/manifest.xml':
        '<manifest:manifest><manifest:file-entry manifest:full-path="encrypted-package"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    },
  ],
])('a file that is encrypted %s says so', (_, more) => {
  expect(() => openOdf(odfFile('a.odt', 'text', { more }), 'text')).toThrow(
    expect.objectContaining({ code: 'file_encrypted' }),
  );
});

test('a file without content is damaged', () => {
  const bytes = zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }] });
  expect(() => openOdf({ path: 'a.odt', bytes }, 'text')).toThrow(
    'the part that holds the document is missing',
  );
});

test('entities are refused', async () => {
  const bomb = '<!DOCTYPE d [<!ENTITY e "word">]><office:document-content/>';
  const file = odfFile('a.odt', 'text', { more: { 'content.xml': bomb } });
  await expect(parserFor(file).parse(file)).rejects.toMatchObject({ code: 'file_malformed' });
});
