import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { isFootnoteError } from '../../errors.ts';
import { childOf, findAll, readXml, textOf, type XmlElement, XmlScanner } from './xml.ts';

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

class Malformed extends Error {}

/** What is found, texts that follow each other as one and those around the root left out. */
class Recorder {
  readonly events: unknown[] = [];
  #depth = 0;
  #text = '';

  open(name: string, attributes: object): void {
    this.#markup({ name, attributes: { ...attributes } });
    this.#depth += 1;
  }

  close(): void {
    this.#markup('close');
    this.#depth -= 1;
  }

  text(text: string): void {
    if (this.#depth > 0) this.#text += text;
  }

  #markup(event: unknown): void {
    if (this.#text !== '') this.events.push(this.#text);
    this.#text = '';
    this.events.push(event);
  }
}

function scanned(pieces: readonly string[]): readonly unknown[] {
  const recorder = new Recorder();
  const scanner = new XmlScanner({
    open: (name, attributes) => recorder.open(name, attributes),
    close: () => recorder.close(),
    text: (text) => recorder.text(text),
    doctype: () => {},
    fail: (problem) => {
      throw new Malformed(problem);
    },
  });
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return recorder.events;
}

function expected(xml: string): readonly unknown[] {
  const recorder = new Recorder();
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => recorder.open(name, attributes));
  parser.on('closetag', () => recorder.close());
  parser.on('text', (text) => recorder.text(text));
  parser.on('cdata', (text) => recorder.text(text));
  parser.write(xml).close();
  return recorder.events;
}

const words = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ' ', '&amp;', '&#x41;', '&#233;', '&lt;', '>', "'"),
  maxLength: 8,
});
const name = fc.constantFrom('a', 'w:b', 'c-1', '__proto__', 'constructor');
const attribute = fc.tuple(name, fc.constantFrom('=', ' = ', '\n='), words);
const space = fc.constantFrom('', ' ', '\n');

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    words.map((text) => `<![CDATA[<${text}]]>`),
    words.map((text) => `<!-- <${text} -->`),
    words.map((text) => `<?note <${text}?>`),
    fc
      .tuple(
        name,
        fc.uniqueArray(attribute, { selector: ([key]) => key, maxLength: 3 }),
        space,
        fc.option(fc.array(tie('element'), { maxLength: 4 })),
      )
      .map(([tag, attributes, gap, children]) => {
        const written = attributes.map(([key, equals, value]) => ` ${key}${equals}"${value}"`).join('');
        return children
          ? `<${tag}${written}${gap}>${children.join('')}</${tag}${gap}>`
          : `<${tag}${written}${gap}/>`;
      }),
  ),
}));

const root = element.map((inner) => `<?xml version="1.0"?>\n<root>${inner}</root>\n`);

/** A text cut at some places. */
const cut = (xml: string, places: readonly number[]): string[] => {
  const ends = [...places.map((place) => place % (xml.length + 1)), xml.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => xml.slice(ends[index - 1] ?? 0, end));
};

test('finds what a full reader finds, wherever the text is cut', () => {
  fc.assert(
    fc.property(root, fc.array(fc.nat(), { maxLength: 5 }), (xml, places) => {
      expect(scanned(cut(xml, places))).toEqual(expected(xml));
    }),
  );
});

test('takes what a full reader takes of damaged text, and fails else with a reason or is lenient', () => {
  const damage = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', '<', '>', '&', '"', '/', '='));
  let refused = 0;
  fc.assert(
    fc.property(root, damage, (xml, [place, length, text]) => {
      const at = place % xml.length;
      const damaged = xml.slice(0, at) + text + xml.slice(at + length);
      // What was decoded from bytes holds no half of a pair.
      fc.pre(damaged.isWellFormed());
      let wanted: readonly unknown[] | undefined;
      try {
        wanted = expected(damaged);
      } catch {
        refused += 1;
      }
      try {
        const found = scanned([damaged]);
        if (wanted) expect(found).toEqual(wanted);
      } catch (error) {
        if (wanted || !(error instanceof Malformed)) throw error;
      }
    }),
    { numRuns: 500 },
  );
  expect(refused).toBeGreaterThan(100);
});

test.each([
  ['<a></b>', 'unexpected close tag b'],
  ['<a', 'it ends in the middle of a tag'],
  ['<a b="1" b="2"/>', 'the attribute b twice'],
  ['<a b=1/>', 'the attributes of a are malformed'],
  ['<a b="<"/>', 'is not closed'],
  ['<a/><b/>', 'more than one root'],
  ['<a/>x', 'outside the root'],
  ['<a>&#xD800;</a>', 'the entity &#xD800; is unknown'],
  ['<a>&toString;</a>', 'the entity &toString; is unknown'],
  ['<a>&</a>', 'the entity & is unknown'],
  ['<!ELEMENT a><a/>', 'unknown kind'],
])('%s: %s', (xml, problem) => {
  expect(() => scanned([xml])).toThrow(problem);
  expect(() => scanned(xml.split(''))).toThrow(problem);
});

test('markup that never ends is not waited for', () => {
  const piece = ' '.repeat(8_000_001);
  expect(() => scanned(['<a ', piece, piece])).toThrow('longer than');
});
