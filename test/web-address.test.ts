import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../web/route.ts';

describe('the address', () => {
  it('reads back every route that it writes', () => {
    const name = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,9}$/);
    const source = fc.option(
      fc.record({
        collection: fc.option(name, { nil: undefined }),
        documentId: fc.string({ minLength: 1 }),
        span: fc.option(
          fc
            .tuple(
              fc.nat(1e9),
              fc.integer({ min: 1, max: 1e9 }),
              fc.option(fc.nat(2 ** 32 - 1), { nil: undefined }),
            )
            .map(([start, length, fingerprint]) => ({ start, end: start + length, fingerprint })),
          { nil: undefined },
        ),
      }),
      { nil: undefined },
    );
    const words = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed());
    const collections = fc.uniqueArray(name, { maxLength: 20 });
    const route: fc.Arbitrary<Route> = fc.oneof(
      fc.record({
        page: fc.constant('ask' as const),
        question: words.map((text) => text.trim()),
        conversation: fc.option(fc.uuid(), { nil: undefined }),
        share: fc.constant(undefined),
        about: words.map((text) => text.trim()),
        search: fc.constant(''),
        collections,
        source,
      }),
      fc.record({
        page: fc.constant('documents' as const),
        question: fc.constant(''),
        conversation: fc.constant(undefined),
        share: fc.constant(undefined),
        about: fc.constant(''),
        search: words,
        collections,
        source,
      }),
      fc.record({
        page: fc.constant('shared' as const),
        question: fc.constant(''),
        conversation: fc.constant(undefined),
        share: fc.option(name, { nil: undefined }),
        about: fc.constant(''),
        search: fc.constant(''),
        collections,
        source,
      }),
    );
    fc.assert(
      fc.property(route, (written) => {
        expect(parseRoute(formatRoute(written))).toEqual(written);
      }),
    );
  });

  it.each(['', '#', '#/', '#/elsewhere', '#/ask?span=9-1&document=', '#/ask?q=%E0%A4%A'])(
    'takes %j for the start page',
    (hash) => {
      expect(parseRoute(hash)).toMatchObject({ page: 'ask', collections: [], source: undefined });
    },
  );
});
