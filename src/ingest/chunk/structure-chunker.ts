import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { requireObject } from '../../require-arguments.ts';
import { checkedOptions } from './checked-options.ts';
import { ChunkPacker } from './chunk-packer.ts';
import { countUpTo, cutUnit } from './cut-unit.ts';
import { requireDocument } from './require-document.ts';
import type { CutOptions } from './seams.ts';
import { turnTaker } from './turn-taker.ts';
import { units } from './units.ts';

export const structureOptions = z.object({
  /** No chunk is longer. */
  maxTokens: z.int().min(16).max(8192).default(512),
  /** A shorter chunk joins its neighbour where both fit into one. */
  minTokens: z.int().min(0).max(4096).default(100),
  /** What two parts of running text under one heading share, in whole sentences; at most half of `maxTokens`. */
  overlapTokens: z.int().min(0).max(4096).default(50),
});

/**
 * Cuts a document along its structure. A chunk begins with its heading's line and holds whole blocks of one
 * section, as many as fit; a section under the minimum is joined with the next. A block over the maximum is cut at
 * its own seams (items, rows, lines, sentences), into parts of about equal length. Its cost is counting the tokens
 * of the text twice. Errors: `config_invalid`, `request_invalid` for an option of another name.
 */
export function structureChunker(
  options: z.input<typeof structureOptions> & { readonly tokenizer: Tokenizer },
): Chunker {
  requireObject('options', options);
  const { tokenizer, ...given } = options;
  const known = { names: Object.keys(structureOptions.shape), tokenizer };
  const { maxTokens, minTokens, ...wanted } = checkedOptions(structureOptions, given, known);
  const overlapTokens = Math.min(wanted.overlapTokens, Math.floor(maxTokens / 2));
  return {
    id: `structure-1:${maxTokens}:${minTokens}:${overlapTokens}:${tokenizer.id}`,
    async chunk(document, { signal } = {}) {
      requireDocument(document);
      const cutOptions: CutOptions = { maxTokens, tokenizer, language: document.language ?? 'und' };
      const packer = new ChunkPacker(document.text, { ...cutOptions, minTokens, overlapTokens });
      const takeTurn = turnTaker(signal);
      for (const unit of units(document)) {
        await takeTurn();
        const tokens = countUpTo(document.text, unit, cutOptions);
        packer.enter(unit);
        if (packer.fits(tokens)) {
          packer.add({ ...unit, tokens });
        } else if (packer.mustCut(unit, tokens)) {
          packer.beginCut(tokens);
          for (const piece of cutUnit(document.text, unit, cutOptions)) {
            await takeTurn();
            packer.addPiece({ ...unit, ...piece });
          }
        } else {
          packer.startWith({ ...unit, tokens });
        }
      }
      return packer.finish();
    },
  };
}
