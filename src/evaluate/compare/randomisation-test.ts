import { seededRandom } from '../../values/seeded-random.ts';

/** Up to this many differences that are not 0, all 2ⁿ signs are tried instead of a sample. */
const exactUpTo = 14;

const permutations = 20_000;

/**
 * Two-sided p-value of the paired randomisation test on the mean: how often differences as large as these, or
 * larger, would come about if it were chance which of the two runs got which value. In (0, 1]; 1 where nothing
 * differs. All signs are tried where the differences are few, else twenty thousand random ones, of which the values
 * as given count as one, so that no p-value is 0.
 * Source: Smucker, Allan, Carterette, "A Comparison of Statistical Significance Tests for Information Retrieval
 * Evaluation", CIKM 2007.
 */
export function randomisationTest(differences: readonly number[], seed = 1): number {
  // A pair without a difference is the same under either sign.
  const values = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  // Sums in another order differ by rounding.
  const threshold = observed - 1e-9 * Math.max(1, observed);
  if (values.length <= exactUpTo) return exactShare(values, threshold);
  const random = seededRandom(seed);
  let extreme = 1;
  for (let permutation = 0; permutation < permutations; permutation++) {
    let sum = 0;
    for (const value of values) sum += random() < 0.5 ? value : -value;
    if (Math.abs(sum) >= threshold) extreme += 1;
  }
  return extreme / (permutations + 1);
}

function exactShare(values: readonly number[], threshold: number): number {
  const assignments = 2 ** values.length;
  let extreme = 0;
  for (let signs = 0; signs < assignments; signs++) {
    let sum = 0;
    for (const [position, value] of values.entries()) sum += (signs >> position) & 1 ? value : -value;
    if (Math.abs(sum) >= threshold) extreme += 1;
  }
  return extreme / assignments;
}
