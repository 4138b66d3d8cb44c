import {
  type Code,
  constant,
  countDown,
  dotAdd,
  get,
  type KernelFunction,
  loadInt32,
  loadVector,
  plus,
  set,
  storeInt32,
  sumOf32,
  times,
  vectorBytes,
  whileBelow,
  zeroVector,
} from './assemble-webassembly.ts';

/**
 * The inner loops of the vector scan: products of one question with rows of int8, all of a matrix or those of a list.
 *
 * Sixteen products and their sums are one instruction, `i32x4.relaxed_dot_i8x16_i7x16_add_s`
 * (https://github.com/WebAssembly/relaxed-simd). It is exact and the same on every machine as long as the numbers of
 * the question are in 0–127. Four rows are done at once, so that each part of the question is loaded once for four.
 */

/** Rows are padded with zeros to a multiple of this many numbers. */
export const laneCount = vectorBytes;

/** Rows are scanned in groups of this many; memory and results must reach to the end of the last group. */
export const rowsAtOnce = 4;

/** Bytes of an address in a list of rows, and of a product. */
export const int32Bytes = 4;

/** Parameters, then locals. `row` is a row's address, or that of its entry in the list. */
const row = 0;
const end = 1;
const stride = 2;
const question = 3;
const products = 4;
const left = 5;
const questionAt = 6;
const rowAt = (index: number) => 7 + index;
const part = 7 + rowsAtOnce;
const sum = (index: number) => part + 1 + index;

/** How the rows of a group are found, and how the next group is reached. */
interface Walk {
  readonly rowAddress: (index: number) => Code;
  readonly nextGroup: Code;
}

const throughMatrix: Walk = {
  rowAddress: (index) => plus(get(row), times(get(stride), constant(index))),
  nextGroup: plus(get(row), times(get(stride), constant(rowsAtOnce))),
};

const throughList: Walk = {
  rowAddress: (index) => loadInt32(get(row), index * int32Bytes),
  nextGroup: plus(get(row), constant(rowsAtOnce * int32Bytes)),
};

function multiplyRows(name: string, { rowAddress, nextGroup }: Walk): KernelFunction {
  const group = Array.from({ length: rowsAtOnce }, (_, index) => index);
  const startGroup = group.flatMap((index) => [
    ...set(rowAt(index), rowAddress(index)),
    ...set(sum(index), zeroVector),
  ]);
  const addParts = group.flatMap((index) => [
    ...set(sum(index), dotAdd(loadVector(get(rowAt(index))), get(part), get(sum(index)))),
    ...set(rowAt(index), plus(get(rowAt(index)), constant(laneCount))),
  ]);
  const body = whileBelow(row, get(end), [
    ...startGroup,
    ...set(questionAt, get(question)),
    ...set(left, get(stride)),
    ...countDown(left, laneCount, [
      ...set(part, loadVector(get(questionAt))),
      ...addParts,
      ...set(questionAt, plus(get(questionAt), constant(laneCount))),
    ]),
    ...group.flatMap((index) => storeInt32(get(products), sumOf32(sum(index)), index * int32Bytes)),
    ...set(products, plus(get(products), constant(rowsAtOnce * int32Bytes))),
    ...set(row, nextGroup),
  ]);
  return { name, parameters: 5, int32Locals: 2 + rowsAtOnce, vectorLocals: 1 + rowsAtOnce, body };
}

/**
 * `multiplyMatrix(matrix, matrixEnd, stride, question, products)`: the products of rows of `stride` bytes, one after
 * another, with `stride` numbers in 0–127, each as int32.
 */
export const multiplyMatrix = multiplyRows('multiplyMatrix', throughMatrix);

/** `multiplyList(list, listEnd, stride, question, products)`: the same for rows that lie where a list of int32 says. */
export const multiplyList = multiplyRows('multiplyList', throughList);
