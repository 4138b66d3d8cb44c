import type { Coverage } from '../contracts/coverage.ts';
import { coveredTopics, type TopicText } from './covered-topics.ts';
import { foldedPhrase } from './folded-phrase.ts';

/** How somebody asks who answers here and what can be asked, rather than something of the documents. */
const phrases = `
  help, who are you, what are you, what can you do, what do you do, how can you help me,
  what can i ask, what can i ask you, what can i ask here, what do you know, how do i use this,
  what are the documents about, what are these documents about, what do the documents cover,
  what topics are covered, which topics are covered, what topics are there, what topics do you cover,
  what documents are there, which documents are there, what documents do you have,
  which documents do you have, what documents do you know, summarize the documents,
  summarise the documents, summarize all documents, summarise all documents,
  hilfe, wer bist du, wer sind sie, was kannst du, was können sie, was kann ich fragen,
  worum geht es, worum geht es hier, worum geht es in den dokumenten, welche themen gibt es,
  welche dokumente gibt es, welche dokumente hast du, was weißt du,
  aide, qui es tu, qui êtes vous, que peux tu faire, que pouvez vous faire,
  que puis je demander, de quoi parlent les documents, quels documents y a t il,
  ayuda, quién eres, qué puedes hacer, qué puedo preguntar, de qué tratan los documentos,
  qué documentos hay, qué temas hay,
  aiuto, chi sei, cosa puoi fare, cosa posso chiedere, di cosa parlano i documenti,
  ajuda, quem é você, o que você pode fazer, o que posso perguntar, que documentos há,
  wie ben je, wat kun je, wat kan ik vragen, waar gaan de documenten over
`;

const folded: ReadonlySet<string> = new Set(phrases.split(',').map(foldedPhrase));

/** Longer messages ask for more than that. */
const longest = 60;

/**
 * Whether a message asks for nothing but what answers here and from what. Only the whole message counts: "What can you
 * do with a leg of lamb?" is a question.
 */
export function asksForIntroduction(message: string): boolean {
  return message.length <= longest && folded.has(foldedPhrase(message));
}

/** What is said to it. */
export function introduction(coverage: Coverage): TopicText {
  return coveredTopics(
    'I answer questions from these documents and say for each sentence where it stands. They cover: ',
    coverage,
    '. Ask about one of these.',
  );
}
