import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { randomVector } from '../../../../conformance/engine-fixtures.ts';
import { Connection } from '../connection.ts';
import { prepareTables } from '../schema.ts';
import { RecentVectors } from './recent-vectors.ts';
import { checksumOf } from './vector-rows.ts';

const dimension = 3;
const stored = 300;
const numbers = fc.array(fc.integer({ min: 1, max: stored + 10 }), { maxLength: 30 });

function connection(): Connection {
  const database = new DatabaseSync(':memory:');
  prepareTables(database);
  const insert = database.prepare(
    'insert into engine_vectors (vector, index_number, seq, window, checksum, data) values (?, 1, 1, 0, ?, ?)',
  );
  for (let vector = 1; vector <= stored; vector++) {
    const value = randomVector(vector, dimension);
    insert.run(vector, checksumOf(value), value);
  }
  return new Connection(database);
}

function fetched(recent: RecentVectors, reader: Connection, wanted: readonly number[]) {
  const found: [number, Float32Array][] = [];
  recent.fetch(reader, wanted, (vector, values, at) =>
    found.push([vector, values.slice(at, at + dimension)]),
  );
  return new Map(found);
}

function expectedOf(wanted: readonly number[]) {
  const there = new Set(wanted.filter((vector) => vector <= stored));
  return new Map([...there].map((vector) => [vector, randomVector(vector, dimension)]));
}

test('vectors come as they are stored, whatever was read before and however few there is room for', () => {
  const reader = connection();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(numbers, { maxLength: 8 }), (places, requests) => {
      const recent = new RecentVectors(dimension, places * dimension * 4);
      for (const wanted of requests) {
        expect(fetched(recent, reader, wanted)).toEqual(expectedOf(wanted));
      }
    }),
  );
});

test('more vectors than are read at once come in several reads, those beyond what there is left out', () => {
  const reader = connection();
  const wanted = Array.from({ length: stored + 1 }, (_, at) => at + 1);
  const read = vi.spyOn(reader, 'rows');
  expect(fetched(new RecentVectors(dimension), reader, wanted)).toEqual(expectedOf(wanted));
  expect(read).toHaveBeenCalledTimes(2);
});

test('a vector that was read lately is not read again', () => {
  const reader = connection();
  const recent = new RecentVectors(dimension);
  const first = fetched(recent, reader, [3, 7, 11]);
  const read = vi.spyOn(reader, 'rows');
  expect(fetched(recent, reader, [11, 3])).toEqual(new Map([3, 11].map((at) => [at, first.get(at)])));
  expect(read).not.toHaveBeenCalled();
});
