import {
  add16,
  addPairs8,
  addPairs16,
  and,
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
export const distancesAtOnce = vectorBytes / int16Bytes;

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

/** Locals behind the first seven: the rows of a group, the part of the question, and the rows' sums. */
const rowAt = (index: number) => 7 + index;
const part = 7 + rowsAtOnce;
const sum = (index: number) => part + 1 + index;

function countDifferencesFunction(): KernelFunction {
  const [row, end, stride, question, distances, left, questionAt] = [0, 1, 2, 3, 4, 5, 6] as const;
  const group = Array.from({ length: rowsAtOnce }, (_, index) => index);
  const body = whileBelow(row, get(end), [
    ...group.flatMap((index) => [
      ...set(rowAt(index), plus(get(row), times(get(stride), constant(index)))),
      ...set(sum(index), zeroVector),
    ]),
    ...set(questionAt, get(question)),
    ...set(left, get(stride)),
    ...countDown(left, vectorBytes, [
      ...set(part, loadVector(get(questionAt))),
      ...group.flatMap((index) => [
        ...set(
          sum(index),
          add16(get(sum(index)), addPairs8(popcount(xor(loadVector(get(rowAt(index))), get(part))))),
        ),
        ...set(rowAt(index), plus(get(rowAt(index)), constant(vectorBytes))),
      ]),
      ...set(questionAt, plus(get(questionAt), constant(vectorBytes))),
    ]),
    ...group.flatMap((index) => [
      ...set(sum(index), addPairs16(get(sum(index)))),
      ...storeInt16(get(distances), sumOf32(sum(index)), index * int16Bytes),
    ]),
    ...set(distances, plus(get(distances), constant(rowsAtOnce * int16Bytes))),
    ...set(row, plus(get(row), times(get(stride), constant(rowsAtOnce)))),
  ]);
  const int32Locals = 2 + rowsAtOnce;
  return { name: 'countDifferences', parameters: 5, int32Locals, vectorLocals: 1 + rowsAtOnce, body };
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
export const countDifferences = countDifferencesFunction();

/**
 * `listNear(distances, distancesEnd, within, list, firstRow)`: the numbers of the rows that are at most so far away,
 * ascending, as int32 behind another one at `list`, which says how many bytes the list takes with itself.
 */
export const listNear = listNearFunction();
