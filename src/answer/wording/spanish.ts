import type { Wording } from './wording.ts';

/** What Footnote itself says, in Spanish. */
export const spanish: Wording = {
  greeting: 'Hola. Pregúnteme algo sobre los documentos.',
  thanks: 'De nada.',
  farewell: 'Adiós.',
  introduction:
    'Respondo preguntas a partir de estos documentos y digo de cada frase dónde está. Los documentos tratan de: {topics}. Pregunte por uno de estos temas.',

  noDocuments: 'Aquí no hay documentos con los que responder. Añada algunos con: footnote ingest RUTA',
  refusal:
    '{why} Los documentos tratan de: {topics}. Pregunte por uno de estos temas o añada documentos que contengan la respuesta.',
  nothingFound: 'No he encontrado nada sobre esto en los documentos.',
  tooLittleFound: 'He encontrado demasiado poco sobre esto en los documentos para responder.',
  nothingProven: 'No he encontrado en los documentos ninguna frase sobre esto que pueda probar.',

  quoted: '«{words}»',
  listSeparator: ', ',
  andMore: '{list} y más',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'Ahora mismo no se puede acceder a los documentos, así que esto no responde a la pregunta. Lo más citado en las respuestas recientes:',
  modelAway: 'El modelo de lenguaje no responde, así que en su lugar se citan los documentos. {reason}',
  modelSilent: 'El modelo no responde. Se volverá a intentar en {span}.',
  highTraffic: 'Mucho tráfico, espere, por favor.',
  highTrafficFor: 'Mucho tráfico, espere {span}, por favor.',

  wordsNowhere: 'Ningún documento contiene {words}; la respuesta se basa en lo que más se le acerca.',
  asksForEverything:
    'Esta pregunta pide todo lo que hay. Solo se han leído los pasajes que mejor encajan, por lo que la respuesta puede estar incompleta.',
  notRewritten: 'La pregunta se ha buscado sin reformularla. {reason}',
  notRegenerated: 'La respuesta no se ha vuelto a escribir. {reason}',
  notCalibrated:
    'La colección no está calibrada, así que su confianza es la relevancia. Calíbrela con: footnote calibrate',
  passagesNotGiven: 'Pasajes que la respuesta nombra y que no se habían dado; se han omitido: {numbers}.',
  quoteGone: '{path} ya no contiene una frase que se encontró allí; se ha omitido.',
  sentencesLeftOut: 'Frases omitidas porque los documentos no las respaldan: {count}.',
  checkedByWords: 'Frases comprobadas solo por sus palabras: {count}. {reason}',
};
