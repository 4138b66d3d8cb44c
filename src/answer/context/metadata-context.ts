import type { ContextFormat } from './context-format.ts';

/** `[1]`, the title, the passage's own fields as `name: value` lines, then the passage: the form of row A8. */
export const metadataContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const fields = Object.entries(passage.chunk.metadata).map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    );
    const lines = [`[${passage.number}] ${hit.title}`, ...fields, passage.chunk.content];
    return lines.join('\n');
  },
};
