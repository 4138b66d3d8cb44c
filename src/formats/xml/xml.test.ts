import { expect, test } from 'vitest';
import { isFootnoteError } from '../../errors.ts';
import { childOf, findAll, readXml, textOf, type XmlElement } from './xml.ts';

function read(xml: string, options: Partial<Parameters<typeof readXml>[1]> = {}): XmlElement {
  return readXml(new TextEncoder().encode(xml), { path: 'a.xml', ...options });
}

function messageOf(xml: string): string {
  try {
    read(xml);
  } catch (error) {
    if (isFootnoteError(error) && error.code === 'file_malformed') return error.message;
    throw error;
  }
  return 'none';
}

test('names lose their prefix; attributes keep both', () => {
  const root = read(
    '<w:a xmlns:w="x"><w:b w:val="1" id="2" r:id="3">t &amp; &#x41;<![CDATA[<>]]></w:b></w:a>',
  );
  const b = childOf(root, 'b');
  expect(b?.attributes).toMatchObject({ val: '1', 'w:val': '1', id: '2', 'r:id': '3' });
  expect(b && textOf(b)).toBe('t & A<>');
});

test('what is taken comes in order, complete, and is not in the tree', () => {
  const seen: string[] = [];
  const take = { p: (element: XmlElement) => seen.push(textOf(element)) };
  const root = read('<a><p>1<p>2</p></p><b><p>3</p></b>x</a>', { take });
  expect(seen).toEqual(['12', '3']);
  expect(findAll(root, 'p')).toEqual([]);
  expect(textOf(root)).toBe('x');
});

test('what is entered is told of in its place among what is taken, and not within it', () => {
  const seen: string[] = [];
  const take = { p: (element: XmlElement) => seen.push(textOf(element)) };
  const enter = { t: ({ name }: XmlElement['attributes']) => seen.push(`<${name}>`) };
  read('<a><x:t x:name="one"><p>1<t name="within"/></p></x:t><t name="two"><p>2</p></t></a>', {
    take,
    enter,
  });
  expect(seen).toEqual(['<one>', '1', '<two>', '2']);
});

test.each([
  ['<a>\n<b></a>', 'line 2'],
  ['', 'line 1'],
  ['<a>&other;</a>', 'line 1'],
  ['<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>', 'document type'],
  ['<a>'.repeat(100_000), '400 levels deep'],
])('%.40j is malformed', (xml, expected) => {
  expect(messageOf(xml)).toContain(expected);
});

test('a document type can be ignored; its entities are still unknown', () => {
  expect(textOf(read('<!DOCTYPE a [<!ENTITY b "c">]><a>1</a>', { doctype: 'ignore' }))).toBe('1');
  expect(() => read('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', { doctype: 'ignore' })).toThrow('entity');
});

test('the encoding is found by mark or declaration', () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(Uint16Array.from('<a>ü</a>', (c) => c.charCodeAt(0)).buffer),
  ]);
  const latin1 = Uint8Array.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>', (c) =>
    c.charCodeAt(0),
  );
  expect(textOf(readXml(utf16, { path: 'a' }))).toBe('ü');
  expect(textOf(readXml(latin1, { path: 'a' }))).toBe('ü');
});

test('a character on the seam of two slices is whole', () => {
  const text = 'é'.repeat(70_001);
  expect(textOf(read(`<ab>${text}</ab>`))).toBe(text);
});
