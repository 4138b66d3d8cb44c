/**
 * Puts WebAssembly modules together, instruction by instruction: kernels of a few dozen lines need no compiler.
 * The binary format: https://webassembly.github.io/spec/core/binary/
 */
export type Code = readonly number[];

/** A function of a module, exported under its name. All parameters are int32, and it returns nothing. */
export interface KernelFunction {
  readonly name: string;
  readonly parameters: number;
  /** Locals behind the parameters: first the int32, then the vectors. */
  readonly int32Locals: number;
  readonly vectorLocals: number;
  readonly body: Code;
}

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
  store16: 0x3b,
  constant: 0x41,
  isZero: 0x45,
  notBelow: 0x4f,
  lowestBit: 0x68,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  and: 0x71,
  /** Starts the vector instructions, which follow as a number. */
  vector: 0xfd,
};

const vectorOp = {
  load: 0x00,
  constant: 0x0c,
  splat16: 0x10,
  notAbove16: 0x34,
  extractLane: 0x1b,
  and: 0x4e,
  xor: 0x51,
  popcount: 0x62,
  bitmask: 0x64,
  add8: 0x6e,
  addPairs8: 0x7d,
  addPairs16: 0x7f,
  bitmask16: 0x84,
  add16: 0x8e,
  relaxedDotAdd: 0x113,
};

const type = { int32: 0x7f, vector: 0x7b, function: 0x60, none: 0x40 };

/** Bytes of a vector. */
export const vectorBytes = 16;

const ofOne =
  (...instruction: Code) =>
  (value: Code): Code => [...value, ...instruction];
const ofTwo =
  (...instruction: Code) =>
  (left: Code, right: Code): Code => [...left, ...right, ...instruction];
const storing =
  (instruction: number, alignment: number) =>
  (address: Code, value: Code, offset: number): Code => [
    ...address,
    ...value,
    instruction,
    alignment,
    offset,
  ];

export const get = (local: number): Code => [op.get, local];
export const set = (local: number, ...value: Code[]): Code => [...value.flat(), op.set, local];
export const constant = (value: number): Code => [op.constant, ...signed(value)];
export const plus = ofTwo(op.add);
export const minus = ofTwo(op.subtract);
export const times = ofTwo(op.multiply);
export const and = ofTwo(op.and);
/** Where the lowest bit is that is set. */
export const lowestBit = ofOne(op.lowestBit);
export const loadInt32 = (address: Code, offset: number): Code => [...address, op.load, 2, offset];
export const storeInt32 = storing(op.store, 2);
export const storeInt16 = storing(op.store16, 1);

export const loadVector = ofOne(...vector(vectorOp.load), 0, 0);
export const zeroVector: Code = [
  ...vector(vectorOp.constant),
  ...Array.from({ length: vectorBytes }, () => 0),
];
export const xor = ofTwo(...vector(vectorOp.xor));
export const andBits = ofTwo(...vector(vectorOp.and));
export const add8 = ofTwo(...vector(vectorOp.add8));
/** Bits that are set in each byte. */
export const popcount = ofOne(...vector(vectorOp.popcount));
/** The sign bits of sixteen bytes, as one number. */
export const signBits = ofOne(...vector(vectorOp.bitmask));
/** Sums of neighbouring bytes, as eight numbers of 16 bits. */
export const addPairs8 = ofOne(...vector(vectorOp.addPairs8));
export const add16 = ofTwo(...vector(vectorOp.add16));
/** One number of 16 bits, eight times. */
export const splat16 = ofOne(...vector(vectorOp.splat16));
/** For each of eight numbers of 16 bits a bit that says whether it is at most that of the other vector. */
export const bitsNotAbove16 = ofTwo(...vector(vectorOp.notAbove16), ...vector(vectorOp.bitmask16));
/** Sums of neighbours among eight numbers of 16 bits, as four of 32. */
export const addPairs16 = ofOne(...vector(vectorOp.addPairs16));
/** Sixteen products of int8 by numbers in 0–127, added four by four to `sum`. */
export const dotAdd = (bytes: Code, small: Code, sum: Code): Code => [
  ...bytes,
  ...small,
  ...sum,
  ...vector(vectorOp.relaxedDotAdd),
];
/** The sum of four numbers of 32 bits in a local. */
export const sumOf32 = (local: number): Code =>
  [0, 1, 2, 3]
    .map((lane): Code => [...get(local), ...vector(vectorOp.extractLane), lane])
    .reduce((left, right) => plus(left, right));

/** Repeats until `isOver` gives another number than zero, which it may do at once. */
const repeatUntil = (isOver: Code, body: Code): Code => [
  op.block,
  type.none,
  op.loop,
  type.none,
  ...isOver,
  op.branchIf,
  1,
  ...body,
  op.branch,
  0,
  op.end,
  op.end,
];

/** Repeats while `local` is below `end`, which it may be from the start on no more. */
export const whileBelow = (local: number, end: Code, body: Code): Code =>
  repeatUntil([...get(local), ...end, op.notBelow], body);

/** Repeats until `local` is zero, which it may be from the start. */
export const whileNotZero = (local: number, body: Code): Code =>
  repeatUntil([...get(local), op.isZero], body);

/** Repeats at least once, taking `step` from `local` each time, until it is zero. */
export const countDown = (local: number, step: number, body: Code): Code => [
  op.loop,
  type.none,
  ...body,
  ...get(local),
  ...constant(step),
  op.subtract,
  op.tee,
  local,
  op.branchIf,
  0,
  op.end,
];

const moduleHeader: Code = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** A module of these functions over the memory that it imports as `host.memory`. */
export function assembleModule(functions: readonly KernelFunction[]): Uint8Array<ArrayBuffer> {
  const indexes = [...functions.keys()];
  return Uint8Array.from([
    ...moduleHeader,
    ...section(1, list(functions.map(({ parameters }) => signature(parameters)))),
    ...section(2, list([[...name('host'), ...name('memory'), 0x02, 0x00, 1]])),
    ...section(3, list(indexes.map((index) => unsigned(index)))),
    ...section(
      7,
      list(indexes.map((index) => [...name((functions[index] as KernelFunction).name), 0x00, index])),
    ),
    ...section(10, list(functions.map(functionBody))),
  ]);
}

function list(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function signature(parameters: number): Code {
  return [type.function, parameters, ...Array.from({ length: parameters }, () => type.int32), 0];
}

function functionBody({ int32Locals, vectorLocals, body }: KernelFunction): Code {
  return sized([2, int32Locals, type.int32, vectorLocals, type.vector, ...body, op.end]);
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)];
}

function name(text: string): Code {
  return sized([...Buffer.from(text)]);
}

function sized(content: Code): Code {
  return [...unsigned(content.length), ...content];
}

function vector(instruction: number): Code {
  return [op.vector, ...unsigned(instruction)];
}

/** Unsigned LEB128. */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Signed LEB128 of a number that is not negative. */
function signed(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x40) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
