import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropped } from '../place-arrays.ts';
import {
  type FieldPostings,
  frequencyAt,
  maxTermFrequency,
  PostingsWriter,
  postingList,
  postingsOf,
} from './field-postings.ts';

/** By term: how often each chunk that holds it does. */
type Model = readonly ReadonlyMap<number, number>[];

const chunks = 60;
const frequency = fc.oneof(fc.constant(1), fc.constantFrom(2, 3, maxTermFrequency));
const model: fc.Arbitrary<Model> = fc.array(
  fc
    .array(fc.tuple(fc.nat(chunks - 1), frequency), { maxLength: 40 })
    .map((held) => new Map(held.toSorted(byPlace))),
  { maxLength: 6 },
);

function byPlace([left]: readonly [number, number], [right]: readonly [number, number]): number {
  return left - right;
}

function countsOf(held: Model) {
  const times = (isCounted: (frequency: number) => boolean) =>
    Uint32Array.from(held, (places) => [...places.values()].filter(isCounted).length);
  return { once: times((often) => often === 1), often: times((often) => often > 1) };
}

function write(held: Model): FieldPostings {
  const writer = new PostingsWriter(countsOf(held));
  for (const [term, places] of held.entries())
    for (const [place, often] of [...places].toSorted(byPlace)) writer.add(term, place, often);
  return writer.finish(new Uint32Array(chunks));
}

/** How often each chunk holds each term, read chunk by chunk. */
function read(postings: FieldPostings, terms: number): Model {
  return Array.from({ length: terms }, (_, term) => {
    const list = postingList(postings, term);
    const held = Array.from({ length: chunks }, (_, place) => [place, frequencyAt(list, place)] as const);
    return new Map(held.filter(([, often]) => often > 0));
  });
}

test('every chunk is found in the lists of the terms that it holds, as often as it holds them', () => {
  fc.assert(
    fc.property(model, (held) => {
      const postings = write(held);
      expect(read(postings, held.length)).toEqual(held);
      expect(held.map((_, term) => postingsOf(postings, term))).toEqual(held.map(({ size }) => size));
    }),
  );
});

test('lists are copied to where their chunks and terms go, without those that are dropped', () => {
  fc.assert(
    fc.property(model, fc.array(fc.boolean(), { minLength: chunks, maxLength: chunks }), (held, isKept) => {
      let next = 0;
      const remap = Uint32Array.from(isKept, (kept) => (kept ? next++ : dropped));
      const moved = held.map((places) => {
        const kept = [...places].filter(([place]) => isKept[place]);
        return new Map(kept.map(([place, often]) => [remap[place] as number, often]));
      });
      const source = write(held);
      const writer = new PostingsWriter(countsOf(moved.toReversed()));
      for (const term of held.keys()) writer.addAll(held.length - 1 - term, postingList(source, term), remap);
      const merged = writer.finish(new Uint32Array(chunks));
      expect(read(merged, held.length)).toEqual(moved.toReversed());
    }),
  );
});
