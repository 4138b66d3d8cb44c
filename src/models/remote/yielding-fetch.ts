import { isFootnoteError } from '../../errors.ts';

type RequestBody = Readonly<Record<string, unknown>>;

/** Something that is asked for as a rule, and that some servers or models refuse. */
interface Wish {
  /** How a refusal names it. */
  readonly refusal: RegExp;
  /** The request without it, or with what stands for it; the same where it was not in it. */
  readonly without: (body: RequestBody) => RequestBody;
}

const wishes: readonly Wish[] = [
  // Mistral's server takes no field that it does not know, and counts unasked.
  {
    refusal: /\bstream_options\b|\binclude_usage\b/,
    without: (body) => withoutField(body, 'stream_options'),
  },
  // Models that think have another name for it than all others; what a model is called on Azure does not tell.
  { refusal: /\bmax_completion_tokens\b(?!.*\btoo large\b)/s, without: withOtherLimit },
  {
    refusal: /\btemperature\b.*(?:support|deprecated|permitted|only|unknown|unrecognized)/is,
    without: (body) => withoutField(body, 'temperature'),
  },
  // The templates of Gemma and of early Mistrals have none, and Google's server says so in its own words.
  {
    refusal:
      /\bsystem['"’`]? (?:role|messages?)\b|support ['"]system['"]|developer instruction|roles must alternate/i,
    without: withoutSystemMessage,
  },
];

/**
 * Sends requests for a completion as they are, and once a server has refused something in them that can be done
 * without, again and from then on without it: tokens counted, a temperature, a limit under this name, a message of the
 * system, which stands before the user's then. Errors: those of `send`.
 */
export function yieldingFetch(send: typeof fetch): typeof fetch {
  const yielded = new Set<Wish>();
  return async (address, request) => {
    for (;;) {
      const known = new Set(yielded);
      try {
        return await send(address, without(request, known));
      } catch (error) {
        if (!isFootnoteError(error) || error.code !== 'model_rejected') throw error;
        const refused = wishes.find((wish) => !known.has(wish) && wish.refusal.test(error.message));
        if (!refused || !isIn(request, refused)) throw error;
        yielded.add(refused);
      }
    }
  };
}

function without(request: RequestInit | undefined, yielded: ReadonlySet<Wish>): RequestInit | undefined {
  if (typeof request?.body !== 'string' || yielded.size === 0) return request;
  const body = [...yielded].reduce(
    (left, wish) => wish.without(left),
    JSON.parse(request.body) as RequestBody,
  );
  return { ...request, body: JSON.stringify(body) };
}

function isIn(request: RequestInit | undefined, wish: Wish): boolean {
  if (typeof request?.body !== 'string') return false;
  const body = JSON.parse(request.body) as RequestBody;
  return JSON.stringify(wish.without(body)) !== JSON.stringify(body);
}

function withoutField(body: RequestBody, field: string): RequestBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

function withOtherLimit(body: RequestBody): RequestBody {
  const { max_tokens: most, max_completion_tokens: mostWithThoughts, ...others } = body;
  if (most !== undefined) return { ...others, max_completion_tokens: most };
  return mostWithThoughts === undefined ? body : { ...others, max_tokens: mostWithThoughts };
}

function withoutSystemMessage(body: RequestBody): RequestBody {
  const [first, second, ...others] = body['messages'] as readonly { role: string; content: string }[];
  if (first?.role !== 'system' || second?.role !== 'user') return body;
  return { ...body, messages: [{ ...second, content: `${first.content}\n\n${second.content}` }, ...others] };
}
