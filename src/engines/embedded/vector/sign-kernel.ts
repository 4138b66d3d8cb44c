import {
  add8,
  add16,
  addPairs8,
  addPairs16,
  and,
  andBits,
  bitsNotAbove16,
  constant,
  countDown,
  get,
  type KernelFunction,
  loadVector,
  lowestBit,
  minus,
  plus,
  popcount,
  set,
  signBits,
  splat16,
  storeInt16,
  storeInt32,
  sumOf32,
  times,
  vectorBytes,
  whileBelow,
  whileNotZero,
  xor,
  zeroVector,
} from './assemble-webassembly.ts';
import { int32Bytes, rowsAtOnce } from './int8-kernel.ts';

/**
 * The signs of rows of int8 as bits, an eighth of their size, and how many of them differ from a question's: two
 * vectors whose signs mostly agree mostly point the same way.
 */

/** Bytes of a distance, and of the signs of one vector instruction. */
export const int16Bytes = 2;

/** Distances are listed in groups of this many; memory must reach to the end of the last group. */
const distancesAtOnce = vectorBytes / int16Bytes;

/** Bytes of the differences of so many rows, in whole groups of both kernels that use them. */
export function distanceBytes(rows: number): number {
  return Math.ceil(rows / distancesAtOnce) * distancesAtOnce * int16Bytes;
}

/** Bytes of the signs of a row with so many numbers. */
export function signStrideOf(dimension: number): number {
  return Math.ceil(dimension / 8 / vectorBytes) * vectorBytes;
}

function packSignsFunction(): KernelFunction {
  const [row, end, stride, signs, signStride, left, at, to] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const body = whileBelow(row, get(end), [
    ...set(left, get(stride)),
    ...set(at, get(row)),
    ...set(to, get(signs)),
    ...countDown(left, vectorBytes, [
      ...storeInt16(get(to), signBits(loadVector(get(at))), 0),
      ...set(at, plus(get(at), constant(vectorBytes))),
      ...set(to, plus(get(to), constant(int16Bytes))),
    ]),
    ...set(row, plus(get(row), get(stride))),
    ...set(signs, plus(get(signs), get(signStride))),
  ]);
  return { name: 'packSigns', parameters: 5, int32Locals: 3, vectorLocals: 0, body };
}

/** A row of a group, behind the locals of numbers. */
const rowAt = (index: number) => 7 + index;

/** A function that compares signs; those of a question may have weights, which stand behind them in so many planes. */
function compareFunction(name: string, planes: number): KernelFunction {
  const [row, end, stride, question, distances, left, questionAt] = [0, 1, 2, 3, 4, 5, 6] as const;
  /** Locals behind those of the rows: parts of the question, what differs of a row's part, the rows' sums. */
  const signs = rowAt(rowsAtOnce);
  const plane = (index: number) => signs + 1 + index;
  const differing = plane(planes);
  const weight = differing + 1;
  const sum = (index: number) => weight + 1 + index;
  const group = Array.from({ length: rowsAtOnce }, (_, index) => index);
  const lowerPlanes = Array.from({ length: Math.max(0, planes - 1) }, (_, index) => planes - 2 - index);
  const inPlane = (index: number) => popcount(andBits(get(differing), get(plane(index))));
  const comparePart = (index: number) => [
    ...set(differing, xor(loadVector(get(rowAt(index))), get(signs))),
    ...set(weight, planes === 0 ? popcount(get(differing)) : inPlane(planes - 1)),
    ...lowerPlanes.flatMap((lower) => set(weight, add8(add8(get(weight), get(weight)), inPlane(lower)))),
    ...set(sum(index), add16(get(sum(index)), addPairs8(get(weight)))),
    ...set(rowAt(index), plus(get(rowAt(index)), constant(vectorBytes))),
  ];
  const body = whileBelow(row, get(end), [
    ...group.flatMap((index) => [
      ...set(rowAt(index), plus(get(row), times(get(stride), constant(index)))),
      ...set(sum(index), zeroVector),
    ]),
    ...set(questionAt, get(question)),
    ...set(left, get(stride)),
    ...countDown(left, vectorBytes, [
      ...Array.from({ length: 1 + planes }, (_, index) => index).flatMap((index) =>
        set(signs + index, loadVector(plus(get(questionAt), times(get(stride), constant(index))))),
      ),
      ...group.flatMap(comparePart),
      ...set(questionAt, plus(get(questionAt), constant(vectorBytes))),
    ]),
    ...group.flatMap((index) => [
      ...set(sum(index), addPairs16(get(sum(index)))),
      ...storeInt16(get(distances), sumOf32(sum(index)), index * int16Bytes),
    ]),
    ...set(distances, plus(get(distances), constant(rowsAtOnce * int16Bytes))),
    ...set(row, plus(get(row), times(get(stride), constant(rowsAtOnce)))),
  ]);
  return { name, parameters: 5, int32Locals: 2 + rowsAtOnce, vectorLocals: planes + 3 + rowsAtOnce, body };
}

function listNearFunction(): KernelFunction {
  const [distance, end, within, list, row, to, bits, limits] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const body = [
    ...set(limits, splat16(get(within))),
    ...set(to, plus(get(list), constant(int32Bytes))),
    ...whileBelow(distance, get(end), [
      ...set(bits, bitsNotAbove16(loadVector(get(distance)), get(limits))),
      ...whileNotZero(bits, [
        ...storeInt32(get(to), plus(get(row), lowestBit(get(bits))), 0),
        ...set(to, plus(get(to), constant(int32Bytes))),
        ...set(bits, and(get(bits), minus(get(bits), constant(1)))),
      ]),
      ...set(distance, plus(get(distance), constant(vectorBytes))),
      ...set(row, plus(get(row), constant(distancesAtOnce))),
    ]),
    ...storeInt32(get(list), minus(get(to), get(list)), 0),
  ];
  return { name: 'listNear', parameters: 5, int32Locals: 2, vectorLocals: 1, body };
}

/**
 * `packSigns(matrix, matrixEnd, stride, signs, signStride)`: a bit for each number of each row, 1 where it is
 * negative. What `signStride` leaves over is not written.
 */
export const packSigns = packSignsFunction();

/**
 * `countDifferences(signs, signsEnd, signStride, question, distances)`: the bits of each row that differ from those of
 * the question, as 16 bits; `signStride` is whole vectors.
 */
export const countDifferences = compareFunction('countDifferences', 0);

/** The bits of a sign's weight: it is at most {@link maxWeight}. */
const weightPlanes = 3;
export const maxWeight = 2 ** weightPlanes - 1;

/** Of some weights all lowest bits, then all next ones: a byte holds those of eight, the first in its lowest. */
export function planesOf(weights: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: weightPlanes }, (_, plane) => {
    const bits = new Uint8Array(Math.ceil(weights.length / 8));
    for (const [at, weight] of weights.entries())
      bits[at >>> 3] = (bits[at >>> 3] as number) | (((weight >>> plane) & 1) << (at & 7));
    return bits;
  });
}

/**
 * `weighDifferences(signs, signsEnd, signStride, question, distances)`: as `countDifferences`, but each bit that
 * differs counts its weight. Behind the signs of the question stand the lowest bits of the weights, then the next.
 */
export const weighDifferences = compareFunction('weighDifferences', weightPlanes);

/**
 * `listNear(distances, distancesEnd, within, list, firstRow)`: the numbers of the rows that are at most so far away,
 * ascending, as int32 behind another one at `list`, which says how many bytes the list takes with itself.
 */
export const listNear = listNearFunction();
