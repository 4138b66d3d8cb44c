/**
 * The tokens of a model behind an OpenAI-compatible endpoint, read without anything between: what is measured
 * against. One token each time the network brings some; nothing is taken apart.
 */
export async function* modelTokens(baseUrl: string, model: string, prompt: string): AsyncGenerator<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) yield decoder.decode(bytes, { stream: true });
}
