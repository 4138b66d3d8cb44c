import type { Wording } from './wording.ts';

/** What Footnote itself says, in German. */
export const german: Wording = {
  greeting: 'Hallo. Fragen Sie mich etwas zu den Dokumenten.',
  thanks: 'Gern geschehen.',
  farewell: 'Auf Wiedersehen.',
  introduction:
    'Ich beantworte Fragen aus diesen Dokumenten und nenne zu jedem Satz die Stelle, an der er steht. Die Dokumente behandeln: {topics}. Fragen Sie nach einem dieser Themen.',

  noDocuments:
    'Hier gibt es keine Dokumente, aus denen ich antworten könnte. Fügen Sie welche hinzu mit: footnote ingest PFAD',
  refusal:
    '{why} Die Dokumente behandeln: {topics}. Fragen Sie nach einem dieser Themen, oder fügen Sie Dokumente hinzu, in denen die Antwort steht.',
  nothingFound: 'Dazu habe ich in den Dokumenten nichts gefunden.',
  tooLittleFound: 'Dazu habe ich in den Dokumenten zu wenig für eine Antwort gefunden.',
  nothingProven: 'Dazu habe ich in den Dokumenten keinen Satz gefunden, den ich belegen könnte.',

  quoted: '„{words}“',
  listSeparator: ', ',
  andMore: '{list} und weitere',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'Die Dokumente sind gerade nicht erreichbar, dies beantwortet die Frage also nicht. Am häufigsten zitierten die letzten Antworten:',
  modelAway: 'Das Sprachmodell antwortet nicht, stattdessen werden die Dokumente zitiert. {reason}',
  modelSilent: 'Das Modell antwortet nicht. Neuer Versuch in {span}.',
  highTraffic: 'Hohe Auslastung, bitte warten Sie.',
  highTrafficFor: 'Hohe Auslastung, bitte warten Sie {span}.',

  wordsNowhere:
    'Keines der Dokumente enthält {words}; die Antwort beruht auf dem, was dem am nächsten kommt.',
  asksForEverything:
    'Diese Frage verlangt alles, was es gibt. Gelesen wurden nur die Stellen, die am besten zu ihr passen; die Antwort ist daher vielleicht unvollständig.',
  notRewritten: 'Die Frage wurde für die Suche nicht umformuliert. {reason}',
  notRegenerated: 'Die Antwort wurde nicht neu geschrieben. {reason}',
  notCalibrated:
    'Die Sammlung ist nicht kalibriert, ihre Konfidenz ist daher die Relevanz. Kalibrieren Sie sie mit: footnote calibrate',
  passagesNotGiven: 'Weggelassene Stellen, die die Antwort nennt und die nicht vorlagen: {numbers}.',
  quoteGone: '{path} enthält einen Satz nicht mehr, der dort gefunden wurde; er wurde weggelassen.',
  sentencesLeftOut: 'Weggelassene Sätze, die von den Dokumenten nicht gestützt werden: {count}.',
  checkedByWords: 'Nur nach ihren Wörtern geprüfte Sätze: {count}. {reason}',
};
