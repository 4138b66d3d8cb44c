import type { Wording } from './wording.ts';

/** What Footnote itself says, in Dutch. */
export const dutch: Wording = {
  greeting: 'Hallo. Vraag me iets over de documenten.',
  thanks: 'Graag gedaan.',
  farewell: 'Tot ziens.',
  introduction:
    'Ik beantwoord vragen uit deze documenten en zeg bij elke zin waar die staat. De documenten gaan over: {topics}. Stel een vraag over een van deze onderwerpen.',

  noDocuments:
    'Er zijn hier geen documenten om uit te antwoorden. Voeg documenten toe met: footnote ingest PAD',
  refusal:
    '{why} De documenten gaan over: {topics}. Stel een vraag over een van deze onderwerpen, of voeg documenten toe waarin het antwoord staat.',
  nothingFound: 'Ik heb hierover niets gevonden in de documenten.',
  tooLittleFound: 'Ik heb hierover te weinig gevonden in de documenten om te antwoorden.',
  nothingProven: 'Ik heb hierover in de documenten geen zin gevonden die ik kan aantonen.',

  quoted: '‘{words}’',
  listSeparator: ', ',
  andMore: '{list} en meer',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'De documenten zijn nu niet bereikbaar, dus dit beantwoordt de vraag niet. Recente antwoorden citeerden het meest:',
  modelAway: 'Het taalmodel antwoordt niet, daarom worden de documenten geciteerd. {reason}',
  modelSilent: 'Het model antwoordt niet. Nieuwe poging over {span}.',
  highTraffic: 'Het is druk, even geduld alstublieft.',
  highTrafficFor: 'Het is druk, wacht alstublieft {span}.',

  wordsNowhere: 'Geen van de documenten bevat {words}; het antwoord berust op wat er het dichtst bij komt.',
  asksForEverything:
    'Deze vraag wil alles weten wat er is. Alleen de best passende passages zijn gelezen, zodat het antwoord onvolledig kan zijn.',
  notRewritten: 'De vraag is gezocht zonder haar te herschrijven. {reason}',
  notRegenerated: 'Het antwoord is niet opnieuw geschreven. {reason}',
  notCalibrated:
    'De verzameling is niet gekalibreerd, dus haar betrouwbaarheid is de relevantie. Kalibreer haar met: footnote calibrate',
  passagesNotGiven: 'Passages die het antwoord noemt en die niet gegeven waren; weggelaten: {numbers}.',
  quoteGone: '{path} bevat een zin niet meer die daar gevonden was; die is weggelaten.',
  sentencesLeftOut: 'Zinnen die zijn weggelaten omdat de documenten ze niet bevestigen: {count}.',
  checkedByWords: 'Zinnen die alleen op hun woorden zijn gecontroleerd: {count}. {reason}',
};
