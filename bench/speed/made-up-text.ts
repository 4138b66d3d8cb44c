const commonWords =
  'the of and to a in is for that with as on by are be this from or which an it at can have was not its but also'.split(
    ' ',
  );

const contentWords = (
  'system process result method control pressure temperature valve signal motor sensor material surface energy ' +
  'value model section report account agreement company market interest payment contract cell protein patient ' +
  'treatment study sample analysis region river forest climate water server request response network function ' +
  'parameter module database query index document chapter reader teacher student school language history ' +
  'measured required installed increased reported described observed calculated maintained configured replaced ' +
  'significant typical maximum average internal external annual electrical mechanical chemical hydraulic ' +
  'photosynthesis electromagnetism amortisation infrastructure recalibration thermocouple Kowalski Reykjavik'
).split(' ');

/** English-like sentences of about `words` words: common words between content words, names, numbers, punctuation. */
export function madeUpPassage(random: () => number, words: number): string {
  const sentences: string[] = [];
  for (let left = words; left > 0; ) {
    const length = Math.min(left, 8 + Math.floor(random() * 18));
    const sentence = Array.from({ length }, () => madeUpWord(random)).join(' ');
    sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
    left -= length;
  }
  return sentences.join(' ');
}

function madeUpWord(random: () => number): string {
  const kind = random();
  if (kind < 0.42) return frequent(commonWords, random);
  if (kind < 0.94) return frequent(contentWords, random) + (random() < 0.08 ? ',' : '');
  if (kind < 0.98) return String(Math.floor(random() * 5000));
  return `${Math.floor(random() * 90)}.${Math.floor(random() * 10)}`;
}

/** One of the words; earlier ones are likelier, as in natural text. */
function frequent(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() ** 1.6 * words.length)] as string;
}
