import type { SpokenLanguage } from '../wording/wordings.ts';
import { foldedPhrase } from './folded-phrase.ts';
import { type SmallTalkKind, smallTalkPhrases } from './small-talk-phrases.ts';

/** What a message is that is no question. */
export interface SmallTalk {
  readonly kind: SmallTalkKind;
  /** Languages in which it is that, in the order of the table of phrases. */
  readonly languages: readonly [SpokenLanguage, ...SpokenLanguage[]];
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
  const whole = known.get(foldedPhrase(message));
  if (whole) return whole;
  const said = message
    // An apostrophe parts no phrases, though Unicode counts it among the marks that do.
    .split(/[[\p{Po}--']\p{Pd}\p{Emoji_Presentation}]+/v)
    .map(foldedPhrase)
    .filter((phrase) => phrase !== '');
  return said.every((phrase) => known.has(phrase)) ? known.get(said.at(-1) ?? '') : undefined;
}

const firstPhrase =
  /^([^\p{Po}\p{Emoji_Presentation}]{1,60})[\p{Po}\p{Emoji_Presentation}]\s*(?=[\p{L}\p{N}¿])/u;

/** A message without the small talk that it begins with: "what is a stator?" of "Hello, what is a stator?". */
export function withoutOpeningTalk(message: string): string {
  let rest = message.trimStart();
  for (let said = firstPhrase.exec(rest); said; said = firstPhrase.exec(rest)) {
    const kind = known.get(foldedPhrase(said[1] ?? ''))?.kind;
    if (kind === undefined || kind === 'introduction') break;
    rest = rest.slice(said[0].length);
  }
  return rest;
}

function phraseTable(): Map<string, SmallTalk> {
  const table = new Map<string, SmallTalk>();
  for (const [language, kinds] of entriesOf(smallTalkPhrases)) {
    for (const [kind, phrases] of entriesOf(kinds)) {
      for (const phrase of phrases.split(',').map(foldedPhrase)) {
        const others = table.get(phrase)?.languages ?? [];
        table.set(phrase, { kind, languages: [...others, language] as [SpokenLanguage] });
      }
    }
  }
  return table;
}

function entriesOf<Key extends string, Value>(object: Readonly<Record<Key, Value>>) {
  return Object.entries(object) as [Key, Value][];
}
