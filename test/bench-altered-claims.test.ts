import { expect, test } from 'vitest';
import { alteredClaims, type ClaimKind, claimKinds } from '../bench/quality/altered-claims.ts';

const texts = [
  'The old dam near the town of Hollin holds 84 barrels of oil and wine in winter. It was built in 1931 by Anna Reiter of Vienna and it has 12 gates. In 1956 the council of Brent closed all of the gates because of a flood. The river was lower than the road on 3 March 1957 and 20 people left the town.',
  'The K12 is a pump that moves more than 40 million litres in an hour. The engineers of Tolley said that it was not tested before the summer of 1999. Most of the pumps were sold to Norway and to Peter Voss in 2004. The museum has 30 rooms and 5 halls that are open to all visitors.',
];

const claims = alteredClaims('en', texts, { altered: 11, same: 4 });
const digitsOf = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

test('each altered claim differs from every sentence of its source', () => {
  const altered = claims.filter(({ kind }) => kind !== 'same');
  expect(altered.length).toBeGreaterThan(4);
  expect(altered.filter(({ source, claim }) => source.includes(claim))).toEqual([]);
});

test.each(['number', 'year'] as const)('in a wrong %s only digits differ', (kind: ClaimKind) => {
  const made = claims.filter((one) => one.kind === kind);
  expect(made).not.toEqual([]);
  for (const { claim, source } of made)
    expect(source.replace(/\d/g, '#')).toContain(claim.replace(/\d/g, '#'));
});

test('merged facts all stand in the source, and no single sentence of it says them', () => {
  const merged = claims.filter(({ kind }) => kind === 'merged');
  expect(merged).not.toEqual([]);
  for (const { claim, source } of merged)
    expect(digitsOf(claim).filter((figure) => !digitsOf(source).includes(figure))).toEqual([]);
});

test('the same texts give the same claims, of known kinds', () => {
  expect(alteredClaims('en', texts, { altered: 11, same: 4 })).toEqual(claims);
  const known = new Set<string>([...claimKinds, 'same']);
  expect(claims.filter(({ kind }) => !known.has(kind))).toEqual([]);
});
