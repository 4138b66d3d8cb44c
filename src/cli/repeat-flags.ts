import { shellWord } from './shell-word.ts';

/** The flags that choose what a command works on, as they were typed. */
export interface ChosenFlags {
  readonly store?: string;
  readonly collection?: string;
  readonly preset?: string;
}

/**
 * Gives the command that a text is, or ends with behind a colon, the flags that were typed now, so that it does what it
 * is meant to when it is pasted. One that it has stays as it is; settings of other origin reach it by themselves.
 */
export function repeatFlags(text: string, flags: ChosenFlags): string {
  const [command] = /(?:^|[:：] ?)footnote [^\n]*$/.exec(text) ?? [];
  if (command === undefined) return text;
  const missing = (['collection', 'store', 'preset'] as const).flatMap((name) => {
    const value = flags[name];
    return value === undefined || command.includes(` --${name} `) ? [] : [`--${name}`, shellWord(value)];
  });
  return [text, ...missing].join(' ');
}
