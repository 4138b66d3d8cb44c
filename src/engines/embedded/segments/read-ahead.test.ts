import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { Store } from '../store.ts';
import { wordAnalyser } from '../word-analyser.test-support.ts';
import { LazyPieces } from './lazy-pieces.ts';
import { type LateRead, ReadAhead } from './read-ahead.ts';
import { LostSegment } from './segment-body.ts';

const stores: Store[] = [];
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

function someStore(): Store {
  const store = new Store({ file: 'never opened', analyser: wordAnalyser });
  stores.push(store);
  return store;
}

const pieceBytes = 262_144;

/** Something of so many pieces; `read` gets the number of each as it is read. */
function lazy(pieces: number, read: (piece: number) => void): LazyPieces {
  const bytes = pieces * pieceBytes - 5;
  const readEach = (first: number, last: number) => {
    for (let piece = first; piece <= last; piece++) read(piece);
  };
  return new LazyPieces({ bytes, pieceBytes, read: readEach }, () => undefined);
}

const readsOf = (...all: readonly LazyPieces[]): readonly LateRead[] =>
  all.map((one) => () => one.readNext());

const noneLost = (segment: number) => expect.fail(`segment ${segment} is lost`);

test('all that no search has needed is read, once and a piece at a time', async () => {
  const read: number[] = [];
  const some = lazy(3, (piece) => read.push(piece));
  const reads = readsOf(
    some,
    lazy(2, (piece) => read.push(10 + piece)),
  );
  some.need(pieceBytes, pieceBytes + 1);
  const ahead = new ReadAhead();
  const soon = () => ahead.soon(stores[0] ?? someStore(), () => reads, noneLost);
  soon();
  soon();
  expect(read).toEqual([1]);
  await expect.poll(() => read).toEqual([1, 0, 2, 10, 11]);
});

test('reading is given up when the segments change, and goes on with what is left', async () => {
  const read: number[] = [];
  let reads = readsOf(lazy(2, () => expect.fail('is gone')));
  const ahead = new ReadAhead();
  const store = someStore();
  ahead.soon(store, () => reads, noneLost);
  reads = readsOf(lazy(2, (piece) => read.push(piece)));
  await setImmediate();
  expect(read).toEqual([]);
  ahead.soon(store, () => reads, noneLost);
  await expect.poll(() => read).toEqual([0, 1]);
});

test('a segment that cannot be read is told', async () => {
  const lost: number[] = [];
  const reads = readsOf(
    lazy(1, () => {
      throw new LostSegment(7);
    }),
  );
  new ReadAhead().soon(
    someStore(),
    () => reads,
    (segment) => lost.push(segment),
  );
  await expect.poll(() => lost).toEqual([7]);
});
