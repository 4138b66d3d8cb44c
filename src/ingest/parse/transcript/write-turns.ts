import type { DocumentBuilder } from '../document-builder.ts';
import type { Turn } from './turns.ts';

/**
 * Writes turns as sections: each heading says when it begins and who speaks, `00:12:31 Anna Schmidt`, so that whatever
 * is quoted of it names both.
 */
export function writeTurns(builder: DocumentBuilder, turns: readonly Turn[]): void {
  for (const { startMs, speaker = '', text } of turns) {
    const time = startMs === undefined ? '' : timeOf(startMs);
    builder.heading(2, `${time} ${speaker}`);
    builder.paragraph(text);
  }
}

/** `00:12:31`, as players show it. */
function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
}
