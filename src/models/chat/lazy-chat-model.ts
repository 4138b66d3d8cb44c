import type { Clock } from '../remote/clock.ts';
import type { ModelEndpoint } from '../remote/model-endpoint.ts';
import type { ChatModel } from './chat-model.ts';

/**
 * The language model behind an endpoint, made by the first call: until then the SDK that speaks to it is not loaded.
 */
export function lazyChatModel(endpoint: ModelEndpoint, clock: Clock): () => Promise<ChatModel> {
  let model: Promise<ChatModel> | undefined;
  return () => (model ??= import('./chat-model.ts').then(({ ChatModel }) => new ChatModel(endpoint, clock)));
}
