/**
 * The inner loops of the vector scan: products of one question with rows of int8, all of a matrix or those of a list,
 * in WebAssembly SIMD.
 *
 * Sixteen products and their sums are one instruction, `i32x4.relaxed_dot_i8x16_i7x16_add_s`
 * (https://github.com/WebAssembly/relaxed-simd). It is exact and the same on every machine as long as the numbers of
 * the question are in 0–127. Four rows are done at once, so that each part of the question is loaded once for four.
 * The module is assembled here, instruction by instruction, because it is smaller than what a compiler would need.
 */

/** Rows are padded with zeros to a multiple of this many numbers. */
export const laneCount = 16;

/** Rows are scanned in groups of this many; memory and scores must reach to the end of the last group. */
export const rowsAtOnce = 4;

/** Byte offsets in the kernel's memory, and sizes. */
export interface Scan {
  /** Rows of int8, `stride` bytes each, one after another. */
  readonly matrix: number;
  readonly rows: number;
  /** A multiple of {@link laneCount}. */
  readonly stride: number;
  /** `stride` numbers in 0–127. */
  readonly question: number;
  /** Where the product of each row goes, as int32. */
  readonly products: number;
}

/** A scan of rows that lie anywhere. */
export interface ListScan extends Omit<Scan, 'matrix'> {
  /** Where each of the `rows` rows starts, as int32; what follows up to a whole group must be readable too. */
  readonly list: number;
}

export interface Kernel {
  readonly scan: (scan: Scan) => void;
  readonly scanList: (scan: ListScan) => void;
}

/** Makes the scans over a memory. */
export function createKernel(memory: WebAssembly.Memory): Kernel {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assembleModule()), {
    host: { memory },
  });
  const scanRows = exports['scan'] as (...parameters: number[]) => void;
  const scanListed = exports['scanList'] as (...parameters: number[]) => void;
  return {
    scan: ({ matrix, rows, stride, question, products }) =>
      scanRows(matrix, matrix + rows * stride, stride, question, products),
    scanList: ({ list, rows, stride, question, products }) =>
      scanListed(list, list + rows * listEntryBytes, stride, question, products),
  };
}

const listEntryBytes = 4;

type Code = readonly number[];

const op = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  branch: 0x0c,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  load: 0x28,
  store: 0x36,
  constant: 0x41,
  notBelow: 0x4f,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  /** Starts the vector instructions, which follow as a number. */
  vector: 0xfd,
};
const vectorOp = { load: [0x00], zero: [0x0c], extractLane: [0x1b], relaxedDotAdd: [0x93, 0x02] };
const type = { int32: 0x7f, vector: 0x7b, function: 0x60, none: 0x40 };

/** Parameters, then locals, in the order of their numbers. `row` is a row's address, or that of its list entry. */
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

const get = (local: number): Code => [op.get, local];
const set = (local: number, ...value: Code[]): Code => [...value.flat(), op.set, local];
const constant = (value: number): Code => [op.constant, value];
const branchIf = (depth: number, condition: Code): Code => [...condition, op.branchIf, depth];
const plus = (a: Code, b: Code): Code => [...a, ...b, op.add];
/** Loads and stores name an alignment, as a power of two, and an offset. */
const load = (address: Code): Code => [...address, op.vector, ...vectorOp.load, 0, 0];
const lane = (local: number, index: number): Code => [
  ...get(local),
  op.vector,
  ...vectorOp.extractLane,
  index,
];

/** How the rows of a group are found, and how the next group is reached. */
interface Walk {
  readonly rowAddress: (index: number) => Code;
  readonly nextGroup: Code;
}

const throughMatrix: Walk = {
  rowAddress: (index) => plus(get(row), [...get(stride), ...constant(index), op.multiply]),
  nextGroup: plus(get(row), [...get(stride), ...constant(rowsAtOnce), op.multiply]),
};

const throughList: Walk = {
  rowAddress: (index) => [...get(row), op.load, 2, index * listEntryBytes],
  nextGroup: plus(get(row), constant(rowsAtOnce * listEntryBytes)),
};

function scanBody({ rowAddress, nextGroup }: Walk): Code {
  const group = Array.from({ length: rowsAtOnce }, (_, index) => index);
  const startGroup = group.flatMap((index) => [
    ...set(rowAt(index), rowAddress(index)),
    ...set(sum(index), [op.vector, ...vectorOp.zero, ...Array.from({ length: laneCount }, () => 0)]),
  ]);
  const addParts = group.flatMap((index) => [
    ...set(sum(index), load(get(rowAt(index))), get(part), get(sum(index)), [
      op.vector,
      ...vectorOp.relaxedDotAdd,
    ]),
    ...set(rowAt(index), plus(get(rowAt(index)), constant(laneCount))),
  ]);
  const storeSums = group.flatMap((index) => {
    const lanes = [0, 1, 2, 3].map((at) => lane(sum(index), at));
    const total = lanes.reduce((before, next) => plus(before, next));
    return [...get(products), ...total, op.store, 2, index * 4];
  });
  return [
    op.block,
    type.none,
    op.loop,
    type.none,
    ...branchIf(1, [...get(row), ...get(end), op.notBelow]),
    ...startGroup,
    ...set(questionAt, get(question)),
    ...set(left, get(stride)),
    op.loop,
    type.none,
    ...set(part, load(get(questionAt))),
    ...addParts,
    ...set(questionAt, plus(get(questionAt), constant(laneCount))),
    ...branchIf(0, [...get(left), ...constant(laneCount), op.subtract, op.tee, left]),
    op.end,
    ...storeSums,
    ...set(products, plus(get(products), constant(rowsAtOnce * 4))),
    ...set(row, nextGroup),
    op.branch,
    0,
    op.end,
    op.end,
    op.end,
  ];
}

const moduleHeader: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

const name = (text: string): Code => [text.length, ...Buffer.from(text)];
const section = (id: number, ...content: Code[]): Code => [id, ...length(content.flat())];

/** The binary format: https://webassembly.github.io/spec/core/binary/modules.html */
function assembleModule(): Uint8Array<ArrayBuffer> {
  const locals = [2, 2 + rowsAtOnce, type.int32, 1 + rowsAtOnce, type.vector];
  const functions = [throughMatrix, throughList].map((walk) => length([...locals, ...scanBody(walk)]));
  return Uint8Array.from([
    ...moduleHeader,
    ...section(1, [1, type.function, 5, ...Array.from({ length: 5 }, () => type.int32), 0]),
    ...section(2, [1], name('host'), name('memory'), [0x02, 0x00, 1]),
    ...section(3, [2, 0, 0]),
    ...section(7, [2], name('scan'), [0x00, 0], name('scanList'), [0x00, 1]),
    ...section(10, [2], ...functions),
  ]);
}

/** Content behind its length, as an unsigned LEB128 number. */
function length(content: Code): Code {
  const bytes: number[] = [];
  for (let rest = content.length; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest, ...content];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
