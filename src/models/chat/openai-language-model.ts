import type { LanguageModel } from '../../contracts/generator.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { requireList } from '../../values/require-arguments.ts';
import type { ModelEndpoint } from '../remote/model-request.ts';
import { RemoteModel, type RemoteModelOptions } from '../remote/model-request.ts';
import type { Clock } from '../remote/request-retry.ts';
import type { ChatModel } from './chat-model.ts';
import { EndMarkSkipper, ThoughtSkipper } from './shown-thought.ts';

/**
 * The language model behind an endpoint, made by the first call: until then the SDK that speaks to it is not loaded.
 */
export function lazyChatModel(endpoint: ModelEndpoint, clock: Clock): () => Promise<ChatModel> {
  let model: Promise<ChatModel> | undefined;
  return () => (model ??= import('./chat-model.ts').then(({ ChatModel }) => new ChatModel(endpoint, clock)));
}

/**
 * A language model behind an OpenAI-compatible `POST /chat/completions`, asked for whole replies. A fault that may
 * pass is met with two more attempts, or `maxRetries` where that is less. `section` of the settings is named where one
 * is wrong. Errors: `config_invalid`; of completing those of {@link LanguageModel}.
 */
export function openaiLanguageModel(section: string, options: RemoteModelOptions): LanguageModel {
  const remote = new RemoteModel(section, options);
  const { name } = remote;
  const model = lazyChatModel(remote.endpoint, remote.clock);
  return {
    name,
    async complete(messages, { maxTokens, onUsage, ...options } = {}) {
      requireList('messages', messages);
      throwIfAborted(options.signal);
      const chat = await model();
      const ask = (either: AbortSignal) => chat.complete(messages, { maxTokens }, either);
      const { text, usage } = await remote.ask(ask, options);
      if (usage) onUsage?.(usage);
      const thoughts = new ThoughtSkipper();
      const endMarks = new EndMarkSkipper();
      const reply = (endMarks.push(thoughts.push(text) + thoughts.end()) + endMarks.end()).trim();
      if (reply === '')
        throw new FootnoteError('model_answer_invalid', { model: name, problem: 'its reply is empty' });
      return reply;
    },
    close: async () => remote.close(),
  };
}
