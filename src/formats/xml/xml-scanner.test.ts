import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { XmlScanner } from './xml-scanner.ts';

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
