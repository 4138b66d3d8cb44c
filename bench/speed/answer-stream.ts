import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

/** What is asked of the model that a benchmark streams from, behind an OpenAI-compatible endpoint. */
interface StreamedPrompt {
  readonly baseUrl: string;
  readonly model: string;
  readonly prompt: string;
}

/** The bytes of the stream as text, one piece each time the network brings some; nothing is taken apart. */
export async function* rawBytes({ baseUrl, model, prompt }: StreamedPrompt): AsyncGenerator<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) yield decoder.decode(bytes, { stream: true });
}

/** The shortest way to the tokens: events are split, and each is parsed as JSON. One that says nothing has no token. */
export async function* rawTokens(asked: StreamedPrompt): AsyncGenerator<string> {
  let held = '';
  for await (const text of rawBytes(asked)) {
    const events = (held + text).split('\n\n');
    held = events.pop() ?? '';
    for (const event of events) {
      const data = event.slice('data: '.length);
      if (data === '[DONE]') return;
      const { choices } = JSON.parse(data) as { choices: readonly { delta: { content?: string } }[] };
      const token = choices[0]?.delta.content;
      if (token) yield token;
    }
  }
}

/** The tokens through the AI SDK as it comes, with nothing of Footnote around it. */
export async function* sdkTokens({ baseUrl, model, prompt }: StreamedPrompt): AsyncGenerator<string> {
  const chat = createOpenAICompatible({ name: 'endpoint', baseURL: baseUrl }).chatModel(model);
  const { stream } = await chat.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
  });
  for await (const part of stream) if (part.type === 'text-delta') yield part.delta;
}
