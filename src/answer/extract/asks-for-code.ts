import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';

/** How a question asks for code, a command or an example of a file. By BCP 47 primary subtag. */
const patterns = byLanguage(({ asking }) => asking?.codeRequests);

/** Whether a question asks to be shown code rather than to be told something. */
export function asksForCode(question: string, language: string): boolean {
  return ownValue(patterns, language)?.test(question) === true;
}
