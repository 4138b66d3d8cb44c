import { misspelledVariables } from '../settings/environment-settings.ts';
import type { Output } from './output.ts';

/** Names the variables of the environment that look like settings and set nothing. */
export function warnOfMisspelled(output: Output): void {
  for (const { given, meant } of misspelledVariables(process.env))
    output.warn(`The variable ${given} has no effect. Did you mean ${meant}?`);
}
