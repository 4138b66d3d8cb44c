/** The candidates of one question: a row of features for each, and how much of the answer each is, summing to 1. */
export interface Choice {
  readonly rows: readonly Float64Array[];
  readonly wanted: Float64Array;
}

export interface FitOptions {
  /** Where each weight is without evidence. */
  readonly prior: Float64Array;
  /** Strength of the pull to it, by feature: half of it times the squared distance is added to the loss. */
  readonly penalty: Float64Array;
}

/**
 * Fits weights so that a softmax over the weighed sums of each choice's rows is near what is wanted: conditional logit,
 * by Newton's method with step halving. Convex, and the same result on every run. Source: McFadden, "Conditional Logit
 * Analysis of Qualitative Choice Behavior", 1974.
 */
export function fitConditionalLogit(
  choices: readonly Choice[],
  { prior, penalty }: FitOptions,
): Float64Array {
  let weights = Float64Array.from(prior);
  let loss = lossOf(choices, weights, { prior, penalty });
  for (let round = 0; round < 50; round += 1) {
    const { gradient, hessian } = slopes(choices, weights, { prior, penalty });
    const step = solve(hessian, gradient);
    let scale = 1;
    let next = weights;
    let nextLoss = Number.POSITIVE_INFINITY;
    while (scale > 1e-6) {
      const factor = scale;
      next = weights.map((weight, place) => weight - factor * (step[place] ?? 0));
      nextLoss = lossOf(choices, next, { prior, penalty });
      if (nextLoss < loss) break;
      scale /= 2;
    }
    if (!(nextLoss < loss - 1e-7)) break;
    weights = next;
    loss = nextLoss;
  }
  return weights;
}

/** The probabilities that a softmax gives the rows. */
export function probabilities(rows: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sums = Float64Array.from(rows, (row) => dot(row, weights));
  const most = Math.max(...sums);
  const raised = sums.map((sum) => Math.exp(sum - most));
  const total = raised.reduce((sum, one) => sum + one, 0);
  return raised.map((one) => one / total);
}

export function dot(row: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < row.length; place += 1)
    sum += (row[place] as number) * (weights[place] as number);
  return sum;
}

function lossOf(choices: readonly Choice[], weights: Float64Array, { prior, penalty }: FitOptions): number {
  let loss = 0;
  for (const { rows, wanted } of choices) {
    const chances = probabilities(rows, weights);
    for (const [place, share] of wanted.entries())
      if (share > 0) loss -= share * Math.log(Math.max(1e-300, chances[place] ?? 0));
  }
  for (const [place, weight] of weights.entries())
    loss += 0.5 * (penalty[place] ?? 0) * (weight - (prior[place] ?? 0)) ** 2;
  return loss;
}

function slopes(choices: readonly Choice[], weights: Float64Array, { prior, penalty }: FitOptions) {
  const size = weights.length;
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  for (let place = 0; place < size; place += 1) {
    const pull = penalty[place] as number;
    gradient[place] = pull * ((weights[place] as number) - (prior[place] as number));
    (hessian[place] as Float64Array)[place] = pull;
  }
  const mean = new Float64Array(size);
  for (const { rows, wanted } of choices) {
    const chances = probabilities(rows, weights);
    mean.fill(0);
    for (const [at, row] of rows.entries()) {
      const chance = chances[at] as number;
      const off = chance - (wanted[at] as number);
      for (let place = 0; place < size; place += 1) {
        const value = row[place] as number;
        if (value === 0) continue;
        mean[place] = (mean[place] as number) + chance * value;
        gradient[place] = (gradient[place] as number) + off * value;
        const line = hessian[place] as Float64Array;
        for (let other = 0; other <= place; other += 1)
          line[other] = (line[other] as number) + chance * value * (row[other] as number);
      }
    }
    for (let place = 0; place < size; place += 1) {
      const line = hessian[place] as Float64Array;
      for (let other = 0; other <= place; other += 1)
        line[other] = (line[other] as number) - (mean[place] as number) * (mean[other] as number);
    }
  }
  return { gradient, hessian };
}

/** Solves `matrix · x = right` for a symmetric positive definite matrix of which the lower half is given: Cholesky. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const lower = matrix.map((line) => Float64Array.from(line));
  for (let row = 0; row < size; row += 1) {
    const line = lower[row] as Float64Array;
    for (let column = 0; column <= row; column += 1) {
      const other = lower[column] as Float64Array;
      let sum = line[column] as number;
      for (let place = 0; place < column; place += 1)
        sum -= (line[place] as number) * (other[place] as number);
      line[column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (other[column] as number);
    }
  }
  const result = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = result[row] as number;
    for (let place = 0; place < row; place += 1)
      sum -= (lower[row]?.[place] as number) * (result[place] as number);
    result[row] = sum / (lower[row]?.[row] as number);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = result[row] as number;
    for (let place = row + 1; place < size; place += 1)
      sum -= (lower[place]?.[row] as number) * (result[place] as number);
    result[row] = sum / (lower[row]?.[row] as number);
  }
  return result;
}
