/**
 * What Footnote itself says around the words of documents and models. What stands in braces is filled in. Every other
 * language has the same sentences with the same places.
 */
export const english = {
  greeting: 'Hello. Ask me something about the documents.',
  thanks: 'You are welcome.',
  farewell: 'Goodbye.',
  introduction:
    'I answer questions from these documents and say for each sentence where it stands. They cover: {topics}. Ask about one of these.',

  noDocuments: 'There are no documents here to answer from. Add some with: footnote ingest PATH',
  refusal: '{why} They cover: {topics}. Ask about one of these, or add documents that hold the answer.',
  nothingFound: 'I found nothing about this in the documents.',
  tooLittleFound: 'I found too little about this in the documents to answer.',
  nothingProven: 'I found no sentence about this in the documents that I could prove.',

  quoted: '“{words}”',
  listSeparator: ', ',
  andMore: '{list} and more',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'The documents cannot be reached just now, so this does not answer the question. Recent answers quoted most:',
  modelAway: 'The language model does not answer, so the documents are quoted instead. {reason}',
  modelSilent: 'The model does not answer. Asking again in {span}.',
  highTraffic: 'High traffic, please wait.',
  highTrafficFor: 'High traffic, please wait {span}.',

  wordsNowhere: 'None of the documents contains {words}; the answer is from what comes nearest.',
  asksForEverything:
    'This question asks for everything there is. Only the passages that fit it best were read, so that the answer may be incomplete.',
  notRewritten: 'The question was searched for without rewriting. {reason}',
  notRegenerated: 'The answer was not written anew. {reason}',
  notCalibrated:
    'The collection is not calibrated, so its confidence is relevance. Calibrate it with: footnote calibrate',
  passagesNotGiven: 'Passages that the answer names and that were not given; left out: {numbers}.',
  quoteGone: '{path} no longer holds a sentence that was found there; it was left out.',
  sentencesLeftOut: 'Sentences left out because the documents do not bear them out: {count}.',
  checkedByWords: 'Sentences checked by their words alone: {count}. {reason}',
} as const;
