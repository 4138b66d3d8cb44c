import type { Wording } from './wording.ts';

/** What Footnote itself says, in French. */
export const french: Wording = {
  greeting: 'Bonjour. Posez-moi une question sur les documents.',
  thanks: 'Je vous en prie.',
  farewell: 'Au revoir.',
  introduction:
    'Je réponds aux questions à partir de ces documents et j’indique pour chaque phrase où elle se trouve. Les documents traitent de : {topics}. Posez une question sur l’un de ces sujets.',

  noDocuments:
    'Il n’y a ici aucun document à partir duquel répondre. Ajoutez-en avec : footnote ingest CHEMIN',
  refusal:
    '{why} Les documents traitent de : {topics}. Posez une question sur l’un de ces sujets, ou ajoutez des documents qui contiennent la réponse.',
  nothingFound: 'Je n’ai rien trouvé à ce sujet dans les documents.',
  tooLittleFound: 'J’ai trouvé trop peu à ce sujet dans les documents pour répondre.',
  nothingProven: 'Je n’ai trouvé à ce sujet dans les documents aucune phrase que je puisse prouver.',

  quoted: '«\u00a0{words}\u00a0»',
  listSeparator: ', ',
  andMore: '{list} et d’autres',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'Les documents sont inaccessibles pour le moment, ceci ne répond donc pas à la question. Les réponses récentes ont surtout cité :',
  modelAway: 'Le modèle de langage ne répond pas, les documents sont donc cités à sa place. {reason}',
  modelSilent: 'Le modèle ne répond pas. Nouvel essai dans {span}.',
  highTraffic: 'Forte affluence, veuillez patienter.',
  highTrafficFor: 'Forte affluence, veuillez patienter {span}.',

  wordsNowhere: 'Aucun document ne contient {words} ; la réponse s’appuie sur ce qui s’en approche le plus.',
  asksForEverything:
    'Cette question demande tout ce qu’il y a. Seuls les passages qui y correspondent le mieux ont été lus ; la réponse peut donc être incomplète.',
  notRewritten: 'La question a été recherchée sans être reformulée. {reason}',
  notRegenerated: 'La réponse n’a pas été réécrite. {reason}',
  notCalibrated:
    'La collection n’est pas calibrée, sa confiance est donc la pertinence. Calibrez-la avec : footnote calibrate',
  passagesNotGiven: 'Passages que la réponse nomme et qui n’ont pas été fournis ; omis : {numbers}.',
  quoteGone: '{path} ne contient plus une phrase qui y a été trouvée ; elle a été omise.',
  sentencesLeftOut: 'Phrases omises parce que les documents ne les confirment pas : {count}.',
  checkedByWords: 'Phrases vérifiées par leurs mots seulement : {count}. {reason}',
};
