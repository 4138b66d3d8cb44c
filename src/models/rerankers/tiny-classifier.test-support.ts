import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Settings of {@link writeTinyClassifier}. */
export interface TinyClassifierOptions {
  /** What each word of a passage adds to its logit; words that are not here are unknown and add nothing. */
  readonly words: Readonly<Record<string, number>>;
  /**
   * Their number, of which the last has the logit and the others 0; or by name what the logit is multiplied with for
   * each. Default 1.
   */
  readonly labels?: number | Readonly<Record<string, number>>;
  /** Tokens that the model reads, marks included. Default 64. */
  readonly maxTokens?: number;
  /** Name of the graph's output. Default `logits`. */
  readonly output?: string;
}

const marks = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/**
 * Writes a sequence-classification model in the layout of the hub. Its logit is the sum of the weights of all tokens
 * of type 1, so that a score tells which tokens the model was given, and of which type.
 */
export async function writeTinyClassifier(directory: string, options: TinyClassifierOptions): Promise<void> {
  const { words, labels = 1, maxTokens = 64, output = 'logits' } = options;
  const vocabulary = [...marks, ...Object.keys(words)];
  const values = vocabulary.map((word) => words[word] ?? 0);
  const factors =
    typeof labels === 'number'
      ? Array.from({ length: labels }, (_, label) => (label === labels - 1 ? 1 : 0))
      : Object.values(labels);
  const id2label = typeof labels === 'number' ? undefined : Object.fromEntries(Object.keys(labels).entries());
  const tokenizer = {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: marks.map((content, id) => ({
      id,
      content,
      special: true,
      normalized: false,
      single_word: false,
      lstrip: false,
      rstrip: false,
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  };
  await mkdir(join(directory, 'onnx'), { recursive: true });
  await Promise.all([
    writeFile(join(directory, 'tokenizer.json'), JSON.stringify(tokenizer)),
    writeFile(
      join(directory, 'config.json'),
      JSON.stringify({ hidden_size: 1, max_position_embeddings: maxTokens, id2label }),
    ),
    writeFile(join(directory, 'onnx/model.onnx'), model(values, factors, output)),
  ]);
}

/** ONNX's numbers for element types: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const float32 = 1;
const int64 = 7;

/** `logits = Σ weights[input_ids] · token_type_ids × labels`, as a `ModelProto`. */
function model(weights: readonly number[], labels: readonly number[], output: string): Buffer {
  const graph = [
    node('Gather', ['weights', 'input_ids'], 'gathered'),
    node('Cast', ['token_type_ids'], 'types', bytes(5, [text(1, 'to'), number(3, float32), number(20, 2)])),
    node('Mul', ['gathered', 'types'], 'weighted'),
    node('ReduceSum', ['weighted', 'axes'], 'sum'),
    node('MatMul', ['sum', 'labels'], output),
    text(2, 'tiny'),
    tensor('weights', float32, [weights.length], Buffer.from(Float32Array.from(weights).buffer)),
    tensor('axes', int64, [1], Buffer.from(BigInt64Array.of(1n).buffer)),
    tensor('labels', float32, [1, labels.length], Buffer.from(Float32Array.from(labels).buffer)),
    ...['input_ids', 'attention_mask', 'token_type_ids'].map((name) => value(11, name, int64)),
    value(12, output, float32),
  ];
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, [number(2, 13)])]);
}

function node(operator: string, inputs: readonly string[], output: string, attribute?: Buffer): Buffer {
  const named = [...inputs.map((input) => text(1, input)), text(2, output), text(4, operator)];
  return bytes(1, attribute ? [...named, attribute] : named);
}

function tensor(name: string, type: number, dimensions: readonly number[], content: Buffer): Buffer {
  const shape = dimensions.map((dimension) => number(1, dimension));
  return bytes(5, [...shape, number(2, type), text(8, name), bytes(9, [content])]);
}

/** An input or output with one row and any number of columns. */
function value(field: number, name: string, type: number): Buffer {
  const shape = bytes(2, [bytes(1, [number(1, 1)]), bytes(1, [text(2, `${name}_columns`)])]);
  return bytes(field, [text(1, name), bytes(2, [bytes(1, [number(1, type), shape])])]);
}

/** A field of protocol buffers with a length: https://protobuf.dev/programming-guides/encoding */
function bytes(field: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, [Buffer.from(content)]);
}

function number(field: number, content: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(content)]);
}

function varint(content: number): Buffer {
  const groups: number[] = [];
  let rest = content;
  for (; rest > 127; rest = Math.floor(rest / 128)) groups.push((rest & 127) | 128);
  return Buffer.from([...groups, rest]);
}
