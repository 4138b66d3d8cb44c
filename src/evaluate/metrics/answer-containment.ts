/**
 * Whether a text contains one of the accepted answers as whole words, after SQuAD's normalisation: lower case, no
 * punctuation, no English articles, single spaces.
 * Source: Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", 2016, evaluation script.
 */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  const normalised = ` ${normalise(text)} `;
  return answers.some((answer) => {
    const wanted = normalise(answer);
    return wanted !== '' && normalised.includes(` ${wanted} `);
  });
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
