import type { Wording } from './wording.ts';

/** What Footnote itself says, in Italian. */
export const italian: Wording = {
  greeting: 'Buongiorno. Mi chieda qualcosa sui documenti.',
  thanks: 'Prego.',
  farewell: 'Arrivederci.',
  introduction:
    'Rispondo alle domande in base a questi documenti e di ogni frase dico dove si trova. I documenti trattano di: {topics}. Chieda di uno di questi argomenti.',

  noDocuments:
    'Qui non ci sono documenti in base ai quali rispondere. Ne aggiunga con: footnote ingest PERCORSO',
  refusal:
    '{why} I documenti trattano di: {topics}. Chieda di uno di questi argomenti, oppure aggiunga documenti che contengano la risposta.',
  nothingFound: 'Su questo non ho trovato nulla nei documenti.',
  tooLittleFound: 'Su questo ho trovato troppo poco nei documenti per rispondere.',
  nothingProven: 'Su questo non ho trovato nei documenti nessuna frase che io possa provare.',

  quoted: '«{words}»',
  listSeparator: ', ',
  andMore: '{list} e altro',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'Al momento i documenti non sono raggiungibili, quindi questo non risponde alla domanda. Le risposte recenti hanno citato soprattutto:',
  modelAway: 'Il modello linguistico non risponde, quindi al suo posto si citano i documenti. {reason}',
  modelSilent: 'Il modello non risponde. Nuovo tentativo tra {span}.',
  highTraffic: 'Traffico intenso, attenda per favore.',
  highTrafficFor: 'Traffico intenso, attenda {span} per favore.',

  wordsNowhere: 'Nessun documento contiene {words}; la risposta si basa su ciò che vi si avvicina di più.',
  asksForEverything:
    'Questa domanda chiede tutto quello che c’è. Sono stati letti solo i passaggi più adatti, quindi la risposta può essere incompleta.',
  notRewritten: 'La domanda è stata cercata senza riformularla. {reason}',
  notRegenerated: 'La risposta non è stata riscritta. {reason}',
  notCalibrated:
    'La raccolta non è calibrata, quindi la sua confidenza è la pertinenza. La calibri con: footnote calibrate',
  passagesNotGiven: 'Passaggi che la risposta nomina e che non erano stati forniti; omessi: {numbers}.',
  quoteGone: '{path} non contiene più una frase che vi era stata trovata; è stata omessa.',
  sentencesLeftOut: 'Frasi omesse perché i documenti non le confermano: {count}.',
  checkedByWords: 'Frasi verificate solo in base alle parole: {count}. {reason}',
};
