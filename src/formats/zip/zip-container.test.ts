import { expect, test } from 'vitest';
import type { ContainerMember } from '../../contracts/parser.ts';
import { officeFile, relationshipsXml } from '../office/office-file.test-support.ts';
import { containerFor } from '../parsers.ts';
import { officeContainer } from './zip-container.ts';

const limits = { maxMembers: 9, maxBytes: 1000, maxMemberBytes: 1000, maxRatio: 100, maxDepth: 1 };

const file = officeFile('a.docx', 'word/document.xml', {
  'word/document.xml': '<w:document/>',
  'word/embeddings/Sheet1.xlsx': 'of a chart',
  'word/embeddings/Sheet11.xlsx': 'of the text',
  'word/embeddings/oleObject1.bin': 'of another program',
  'word/charts/_rels/chart1.xml.rels': relationshipsXml({ a: ['package', '../embeddings/Sheet1.xlsx'] }),
});

test('Office files that are embedded in one are its members, but for the values of charts', async () => {
  expect(containerFor(file)).toBe(officeContainer);
  const members: ContainerMember[] = [];
  for await (const member of officeContainer.members(file, limits)) members.push(member);
  expect(members).toEqual([{ path: 'a.docx/Sheet11.xlsx', bytes: new TextEncoder().encode('of the text') }]);
});

test('one that embeds none, or is cut off, is a document and no more', () => {
  const plain = officeFile('a.docx', 'word/document.xml', { 'word/document.xml': '<w:document/>' });
  expect(containerFor(plain)).toBeUndefined();
  expect(officeContainer.recognise({ ...file, bytes: file.bytes.subarray(0, 300) })).toBe('no');
});
