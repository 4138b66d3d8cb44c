import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corpus } from './engine-corpus.ts';

const passagesPerFile = 100;
const wordsPerSentence = 12;

/** A passage of the made-up corpus of the engine's benchmark, cut into sentences. */
function passageOf(corpus: Corpus, index: number): string {
  const words = corpus.at(index).chunk.content.slice(0, -1).split(' ');
  const sentences: string[] = [];
  for (let at = 0; at < words.length; at += wordsPerSentence) {
    const sentence = words.slice(at, at + wordsPerSentence).join(' ');
    sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
  }
  return sentences.join(' ');
}

/** Writes text files of a hundred passages each. */
export async function writeAnswerCorpus(folder: string, corpus: Corpus): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let from = 0; from < corpus.size; from += passagesPerFile) {
    const count = Math.min(passagesPerFile, corpus.size - from);
    const passages = Array.from({ length: count }, (_, index) => passageOf(corpus, from + index));
    await writeFile(join(folder, `part-${from}.txt`), `${passages.join('\n\n')}\n`);
  }
}

/** Questions of three words, each drawn from one passage. */
export function answerQuestions(corpus: Corpus, count: number): readonly string[] {
  return corpus.questions(count).map(({ short }) => `What is said about ${short}?`);
}
