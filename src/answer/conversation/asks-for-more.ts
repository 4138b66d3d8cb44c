import { byLanguage } from '../../language/language-packs.ts';

/** How somebody asks for more of the same. */
const patterns = Object.values(byLanguage(({ talking }) => talking?.more));

/** Longer messages say what they want to know. */
const longest = 60;

/** Whether a message only asks to go on: what was said already is then no reply to it. */
export function asksForMore(message: string): boolean {
  if (message.length > longest) return false;
  const asked = message
    .replace(/[¿?¡!.,…。？！，、؟،]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return patterns.some((pattern) => pattern.test(asked));
}
