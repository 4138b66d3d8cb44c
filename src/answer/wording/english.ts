/**
 * What Footnote itself says around the words of documents and models. What stands in braces is filled in. Every other
 * language has the same sentences with the same places.
 */
export const english = {
  greeting: 'Hello. Ask me something about the documents.',
  thanks: 'You are welcome.',
  farewell: 'Goodbye.',
  introduction:
    'I answer questions from these documents and show where each sentence comes from. They cover: {topics}. Ask about one of these.',

  noDocuments: 'There are no documents here to answer from. Add some with: footnote ingest PATH',
  refusal: '{why} They cover: {topics}. Ask about one of these, or add documents that contain the answer.',
  nothingFound: 'I found nothing about this in the documents.',
  tooLittleFound: 'I found too little about this in the documents to answer.',
  nothingProven: 'I found nothing about this that the documents support.',

  quoted: '“{words}”',
  listSeparator: ', ',
  andMore: '{list} and more',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'The documents cannot be reached right now, so this is not an answer to the question. Quoted most in recent answers:',
  modelAway: 'The language model gave no answer, so the documents are quoted instead. {reason}',
  modelSilent: 'The model is not responding. Asking again in {span}.',
  highTraffic: 'High traffic, please wait.',
  highTrafficFor: 'High traffic, please wait {span}.',

  wordsNowhere: 'None of the documents contains {words}; the answer comes from what is closest.',
  asksForEverything:
    'This question is about everything in the documents. Only the passages that fit it best were read, so the answer may be incomplete.',
  notRewritten: 'The question was not rewritten before the search. {reason}',
  notRegenerated: 'The answer was not rewritten. {reason}',
  notCalibrated:
    'The collection is not calibrated, so relevance is used as the confidence. Calibrate it with: footnote calibrate',
  passagesNotGiven: 'Citations of passages that the model was not given were left out: {numbers}.',
  quoteGone: 'A sentence found in {path} is no longer there; it was left out.',
  sentencesLeftOut: 'Sentences left out because the documents do not support them: {count}.',
  checkedByWords: 'Sentences checked only by their words: {count}. {reason}',
} as const;
