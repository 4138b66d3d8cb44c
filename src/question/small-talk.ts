import type { SmallTalkPhrases } from '../language/language-pack.ts';
import { byLanguage } from '../language/language-packs.ts';

/**
 * What a message can be instead of a question, or before and behind one. `acknowledgement`: it lets know that an answer
 * was read. `introduction`: it asks who answers here and what can be asked, rather than something of the documents.
 */
export type SmallTalkKind = Exclude<keyof SmallTalkPhrases, 'greeted'>;

/** What a message, or a part of one, is that is no question. */
export interface SmallTalk {
  readonly kind: SmallTalkKind;
  /** Languages in which it is that, BCP 47 primary subtags in the order of the table of phrases. */
  readonly languages: readonly [string, ...string[]];
}

const known: ReadonlyMap<string, SmallTalk> = phraseTable();

/** Longer messages hold more than small talk; looking at them would only cost time. */
const maxLength = 60;

/**
 * Tells a greeting, thanks, a farewell, and who asks what can be asked here; undefined for everything else. Only a
 * message that is nothing but that is taken for it: “Hello, when is the rent due?” and “What can you do with a leg of
 * lamb?” are questions. Of several phrases, as in “Thanks, bye!”, the last counts.
 */
export function smallTalkOf(message: string): SmallTalk | undefined {
  if (message.length > maxLength) return undefined;
  const whole = knownPhrase(message);
  if (whole) return whole;
  const said = message
    // An apostrophe parts no phrases, though Unicode counts it among the marks that do.
    .split(/[[\p{Po}--']\p{Pd}\p{Emoji_Presentation}]+/v)
    .filter((phrase) => foldedPhrase(phrase) !== '');
  return said.every((phrase) => knownPhrase(phrase)) ? knownPhrase(said.at(-1) ?? '') : undefined;
}

/** What one phrase is; undefined for any other. */
export function knownPhrase(phrase: string): SmallTalk | undefined {
  return known.get(foldedPhrase(phrase));
}

function phraseTable(): Map<string, SmallTalk> {
  const table = new Map<string, SmallTalk>();
  for (const [language, ofLanguage] of Object.entries(byLanguage(({ talking }) => talking?.smallTalk))) {
    for (const { kind, phrase } of phrasesOf(ofLanguage)) {
      const others = table.get(phrase)?.languages ?? [];
      table.set(phrase, { kind, languages: [...others, language] as [string] });
    }
  }
  return table;
}

function phrasesOf({ greeted = '', ...kinds }: SmallTalkPhrases) {
  const named = greeted.split(',').map(foldedPhrase);
  return Object.entries(kinds).flatMap(([name, phrases]) => {
    const kind = name as SmallTalkKind;
    return phrases.split(',').flatMap((phrase) => {
      const behind = kind === 'greeting' ? ['', ...named] : [''];
      return [...new Set(behind)].map((name) => ({ kind, phrase: foldedPhrase(`${phrase} ${name}`) }));
    });
  });
}

/**
 * Letters alone, in lower case, without accents and one space apart: how a phrase is told from whatever else is
 * written, also where somebody types no accents.
 */
function foldedPhrase(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]|\p{M}/gu, '')
    .replace(/\P{L}+/gu, ' ')
    .trim();
}
