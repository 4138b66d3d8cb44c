import { expect, test } from 'vitest';
import type { EngineIndex } from '../contracts/engine.ts';
import { FootnoteError } from '../errors.ts';
import { analyser } from '../text/analyser/analyser.ts';
import { searchLegs } from './search-legs.ts';
import { startStopwatch } from './stopwatch.ts';
import { stripQuestion } from './strip-question.ts';
import { understandQuestion } from './understand-question.ts';

/** An index without chunks, which may refuse every filter. */
function emptyIndex(refuses: boolean): EngineIndex {
  const search = async () => {
    if (refuses)
      throw new FootnoteError('filter_invalid', { problem: 'there is no field "year"', fields: 'none' });
    return [];
  };
  return { searchKeyword: search, searchVector: search } as unknown as EngineIndex;
}

function search(collections: readonly { name: string; index: EngineIndex }[]) {
  const question = understandQuestion(stripQuestion('Revenue', { maxLength: 100 }));
  return searchLegs(
    question,
    {
      collections,
      embedding: Promise.resolve(new Float32Array(1)),
      analyser: analyser(),
      questionExpansion: { settings: { spelling: false, compounds: false } },
      limit: 10,
      stopwatch: startStopwatch(),
    },
    { filter: { field: 'year', op: 'eq', value: 2022 } },
  );
}

test('of several collections the one that cannot hold a filter is named, one alone need not be', async () => {
  const contracts = { name: 'contracts', index: emptyIndex(false) };
  const notes = { name: 'notes', index: emptyIndex(true) };
  await expect(search([contracts, notes])).rejects.toMatchObject({
    code: 'filter_invalid',
    details: { problem: 'in the collection "notes" there is no field "year"', fields: 'none' },
  });
  await expect(search([notes])).rejects.toMatchObject({ details: { problem: 'there is no field "year"' } });
});
