import type { Wording } from './wording.ts';

/** What Footnote itself says, in Portuguese. */
export const portuguese: Wording = {
  greeting: 'Olá. Pergunte-me algo sobre os documentos.',
  thanks: 'De nada.',
  farewell: 'Até logo.',
  introduction:
    'Respondo a perguntas a partir destes documentos e digo de cada frase onde ela está. Os documentos tratam de: {topics}. Pergunte sobre um destes temas.',

  noDocuments:
    'Não há aqui documentos a partir dos quais responder. Adicione alguns com: footnote ingest CAMINHO',
  refusal:
    '{why} Os documentos tratam de: {topics}. Pergunte sobre um destes temas ou adicione documentos que contenham a resposta.',
  nothingFound: 'Não encontrei nada sobre isso nos documentos.',
  tooLittleFound: 'Encontrei muito pouco sobre isso nos documentos para responder.',
  nothingProven: 'Não encontrei nos documentos nenhuma frase sobre isso que eu possa provar.',

  quoted: '“{words}”',
  listSeparator: ', ',
  andMore: '{list} e mais',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'Neste momento não é possível aceder aos documentos, por isso isto não responde à pergunta. O que as respostas recentes mais citaram:',
  modelAway: 'O modelo de linguagem não responde, por isso são citados os documentos. {reason}',
  modelSilent: 'O modelo não responde. Nova tentativa em {span}.',
  highTraffic: 'Muito tráfego, aguarde, por favor.',
  highTrafficFor: 'Muito tráfego, aguarde {span}, por favor.',

  wordsNowhere: 'Nenhum documento contém {words}; a resposta baseia-se no que mais se aproxima.',
  asksForEverything:
    'Esta pergunta pede tudo o que existe. Só foram lidas as passagens que melhor lhe correspondem, por isso a resposta pode estar incompleta.',
  notRewritten: 'A pergunta foi procurada sem ser reformulada. {reason}',
  notRegenerated: 'A resposta não foi reescrita. {reason}',
  notCalibrated:
    'A coleção não está calibrada, por isso a sua confiança é a relevância. Calibre-a com: footnote calibrate',
  passagesNotGiven: 'Passagens que a resposta nomeia e que não tinham sido dadas; foram omitidas: {numbers}.',
  quoteGone: '{path} já não contém uma frase que lá foi encontrada; foi omitida.',
  sentencesLeftOut: 'Frases omitidas porque os documentos não as confirmam: {count}.',
  checkedByWords: 'Frases verificadas apenas pelas suas palavras: {count}. {reason}',
};
