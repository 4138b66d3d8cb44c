import type { ConversationWithMessages } from '../../src/contracts/conversation.ts';
import { answerAsText } from '../answer/answer-as-text.ts';
import { saveFile } from '../shell/save-file.ts';
import { keptTurns } from './turn.ts';

/** A conversation as Markdown: each question a heading, each answer with its footnotes below it. */
export function conversationAsMarkdown(kept: ConversationWithMessages): string {
  const turns = keptTurns(kept, { isAwaited: false }).map((turn) => {
    const isOfSeveral = turn.collections.length > 1;
    const about = turn.about === '' ? [] : [turn.about.replaceAll(/^/gm, '> ')];
    return [`## ${turn.question.replaceAll(/\s+/g, ' ')}`, ...about, answerAsText(turn, { isOfSeveral })];
  });
  return `${[`# ${kept.title}`, ...turns.flat().filter(Boolean)].join('\n\n')}\n`;
}

/** Has the browser save a conversation, under its name. */
export function saveConversation(kept: ConversationWithMessages, form: 'md' | 'json'): void {
  const name = kept.title.replaceAll(/[/\\:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'conversation';
  if (form === 'md') saveFile(`${name}.md`, 'text/markdown', conversationAsMarkdown(kept));
  else saveFile(`${name}.json`, 'application/json', `${JSON.stringify(kept, null, 2)}\n`);
}
