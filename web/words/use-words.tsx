import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { currentWords, type LanguageCode, languages, pageLanguage, speak, type Words } from './words.ts';

/** What the page says, for whoever draws a part of it. */
export const WordsContext = createContext<Words>(currentWords());

/** What the page says, in the language that it is in. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** Has the page be in a language, and gives what it says then. */
export async function showLanguage(wanted: LanguageCode): Promise<Words> {
  const words = await speak(wanted);
  document.documentElement.lang = pageLanguage();
  document.documentElement.dir = languages[pageLanguage()].direction;
  return words;
}

interface FilledProps {
  /** A phrase with `{name}` where an element of the page stands. */
  readonly phrase: string;
  /** What stands there, by name. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A phrase with elements of the page in it, wherever its language has them. */
export function Filled({ phrase, parts }: FilledProps) {
  return phrase
    .split(/\{(\w+)\}/)
    .map((piece, place) => <Fragment key={place}>{place % 2 === 1 ? parts[piece] : piece}</Fragment>);
}
