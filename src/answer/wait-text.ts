import type { ModelWait } from '../contracts/generator.ts';

/** A wait for the model in words, for whoever has asked. */
export function waitText({ reason, seconds }: ModelWait): string {
  const span = seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (reason === 'no-answer') return `The model does not answer. Asking again in ${span}.`;
  return seconds === null ? 'High traffic, please wait.' : `High traffic, please wait ${span}.`;
}
