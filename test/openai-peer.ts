import { type JsonPeer, type Fault as PeerFault, refuseWith, startJsonPeer } from './json-peer.ts';

/** `CreateEmbeddingRequest` as it comes. */
export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format?: 'float' | 'base64';
  readonly dimensions?: number;
}

/** `CreateEmbeddingResponse` as it goes. */
export interface EmbeddingsAnswer {
  object: 'list';
  model: string;
  data: { object: 'embedding'; index: number; embedding: number[] | string }[];
  usage: { prompt_tokens: number; total_tokens: number };
}

/** What a request for embeddings meets instead of its answer. */
export type Fault = PeerFault<EmbeddingsAnswer>;

/** A server on a real socket that embeds words by their hashes. */
export interface OpenAiPeer extends JsonPeer<EmbeddingsRequest, EmbeddingsAnswer> {
  readonly baseUrl: string;
}

/** Starts an OpenAI-compatible server whose vectors are `dimension` long unless a request asks for another length. */
export async function startOpenAiPeer({ dimension = 64 } = {}): Promise<OpenAiPeer> {
  const peer = await startJsonPeer<EmbeddingsRequest, EmbeddingsAnswer>(({ body }) => embed(body, dimension));
  // Not by spreading: one of its members is a getter.
  return Object.assign(peer, { baseUrl: `${peer.origin}/v1` });
}

/** Refuses with a status, in the shape of OpenAI's errors. */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = '',
): Fault {
  return refuseWith(status, { error: { message, type: 'error', param: null, code: code || null } }, headers);
}

/** A text with this word in it gets a vector that has no direction. */
export const unreadableWord = 'xyzzyx';

function embed(body: EmbeddingsRequest, dimension: number): EmbeddingsAnswer {
  const tokens = body.input.reduce((sum, text) => sum + wordsOf(text).length, 0);
  return {
    object: 'list',
    model: body.model,
    data: body.input.map((text, index) => {
      const vector = vectorOf(text, body.dimensions ?? dimension);
      if (text.includes(unreadableWord)) vector.fill(0);
      const isPacked = body.encoding_format === 'base64';
      return { object: 'embedding', index, embedding: isPacked ? packed(vector) : vector };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Counts words by their hashes; the last place is for texts without any. */
export function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  vector[dimension - 1] = 0.5;
  for (const word of wordsOf(text)) {
    const place = Buffer.from(word).reduce((hash, byte) => (hash * 31 + byte) >>> 0, 7);
    vector[place % (dimension - 1)] = (vector[place % (dimension - 1)] as number) + 1;
  }
  return vector;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function packed(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
