/**
 * Asks the same question of a store until it is killed, in a conversation of its own, and says so after each answer:
 * a line on standard output has the answer's id. Argument: the store.
 */
import { writeSync } from 'node:fs';
import { openFootnote } from '../src/pipeline.ts';

const footnote = await openFootnote({ store: process.argv[2] as string });
let conversationId: string | null = null;
for (;;) {
  const answer = await footnote.ask('How long must a password be?', { conversationId });
  conversationId = answer.conversationId;
  writeSync(1, `${JSON.stringify({ conversationId, messageId: answer.messageId })}\n`);
}
