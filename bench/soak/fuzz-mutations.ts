import { type Unzipped, unzipSync, zipSync } from 'fflate';

/** Changes a copy of the bytes somehow, and gives it back. */
type Mutation = (bytes: Uint8Array, random: () => number) => Uint8Array;

/** Numbers at the edges of what a byte, a sign or a count can be. */
const edgeBytes = [0x00, 0x01, 0x7f, 0x80, 0xff, 0x0a, 0x20, 0x22, 0x26, 0x3c, 0x3e, 0x5b, 0x5c, 0x7b];

/** What opens something, repeated: the way to depth. */
const openings = ['<div>', '<w:p>', '[', '{"a":', '> ', '- ', '(', '<<', '{\\b', '"', '&amp;', '\n\n', '|'];

const mutations: readonly Mutation[] = [
  function flipBits(bytes, random) {
    return editCopy(bytes, (copy) => {
      for (let flips = 1 + below(8, random); flips > 0; flips--) {
        const at = below(copy.length, random);
        copy[at] = (copy[at] as number) ^ (1 << below(8, random));
      }
    });
  },
  function setEdgeBytes(bytes, random) {
    return editCopy(bytes, (copy) => {
      for (let times = 1 + below(8, random); times > 0; times--) {
        copy[below(copy.length, random)] = edgeBytes[below(edgeBytes.length, random)] as number;
      }
    });
  },
  function truncate(bytes, random) {
    return bytes.slice(0, below(bytes.length, random));
  },
  function removeRun(bytes, random) {
    const [from, to] = run(bytes, random);
    return concat(bytes.subarray(0, from), bytes.subarray(to));
  },
  function repeatRun(bytes, random) {
    const [from, to] = run(bytes, random);
    const times = 1 + below(20, random);
    const repeated = Array.from({ length: times }, () => bytes.subarray(from, to));
    return concat(bytes.subarray(0, to), ...repeated, bytes.subarray(to));
  },
  function moveRun(bytes, random) {
    const [from, to] = run(bytes, random);
    const rest = concat(bytes.subarray(0, from), bytes.subarray(to));
    const at = below(rest.length + 1, random);
    return concat(rest.subarray(0, at), bytes.subarray(from, to), rest.subarray(at));
  },
  function insertNoise(bytes, random) {
    const at = below(bytes.length + 1, random);
    const noise = Uint8Array.from({ length: 1 + below(64, random) }, () => below(256, random));
    return concat(bytes.subarray(0, at), noise, bytes.subarray(at));
  },
  function nest(bytes, random) {
    const at = below(bytes.length + 1, random);
    const opening = openings[below(openings.length, random)] as string;
    const nested = new TextEncoder().encode(opening.repeat(1 + below(2000, random)));
    return concat(bytes.subarray(0, at), nested, bytes.subarray(at));
  },
  function changeNumber(bytes, random) {
    const digits = bytes.findIndex(
      (byte, at) => at >= below(bytes.length, random) && byte >= 48 && byte < 58,
    );
    const number = ['-1', '0', '4294967296', '99999999999999999999', '1e308'][below(5, random)] as string;
    if (digits === -1) return bytes;
    return concat(bytes.subarray(0, digits), new TextEncoder().encode(number), bytes.subarray(digits + 1));
  },
];

/**
 * A file like the given one, and no longer quite like it: one to three changes of bits, bytes or runs. Half of the
 * archives are changed in one of their members and packed again, since a change outside is mostly found by the
 * checksum. The same numbers give the same file.
 */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const members = random() < 0.5 ? membersOf(bytes) : undefined;
  const names = Object.keys(members ?? {});
  const name = names[below(names.length, random)];
  if (!members || name === undefined) return mutateBytes(bytes, random);
  const changed = mutateBytes(members[name] as Uint8Array, random);
  return zipSync({ ...members, [name]: changed }, { level: 1 });
}

function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  let mutated = bytes;
  for (let changes = 1 + below(3, random); changes > 0; changes--) {
    const mutation = mutations[below(mutations.length, random)] as Mutation;
    if (mutated.length > 0) mutated = mutation(mutated, random);
  }
  return mutated;
}

/** Undefined where the bytes are no archive. */
function membersOf(bytes: Uint8Array): Unzipped | undefined {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return undefined;
  return unzipSync(bytes, { filter: ({ name }) => !name.endsWith('/') });
}

function editCopy(bytes: Uint8Array, edit: (copy: Uint8Array) => void): Uint8Array {
  const copy = Uint8Array.from(bytes);
  edit(copy);
  return copy;
}

/** A short or a long run of the bytes, `[from, to)`. */
function run(bytes: Uint8Array, random: () => number): [number, number] {
  const from = below(bytes.length, random);
  const longest = random() < 0.5 ? 64 : bytes.length;
  return [from, Math.min(bytes.length, from + 1 + below(longest, random))];
}

function below(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
