import type { ModelWait } from '../contracts/generator.ts';
import type { ToldWait } from './answer.ts';
import type { Speaker } from './wording/speaker.ts';

/** A wait with the words that whoever asked is told it in. Requirement row C8. */
export function toldWait(wait: ModelWait, speaker: Speaker): ToldWait {
  return { ...wait, message: message(wait, speaker) };
}

function message({ reason, seconds }: ModelWait, speaker: Speaker): string {
  if (seconds === null) return speaker.say({ sentence: 'highTraffic' });
  const span = speaker.seconds(seconds);
  return speaker.say({ sentence: reason === 'no-answer' ? 'modelSilent' : 'highTrafficFor', span });
}
