import { expect, test } from 'vitest';
import { messageParts } from './message-parts.ts';

const answer = 'We take the train at nine.';

test.each([
  ['lines with their mark', '> Which train?'],
  ['the line over them that names the author', 'On Monday, Ann wrote:\n> Which train?'],
  [
    'that line broken in two',
    'On Mon, Feb 5, 2024 at 9:00 AM Ann Longname <ann@example.org>\nwrote:\n> Which train?',
  ],
  [
    'all below the headers of a message',
    'From: Ann <ann@example.org>\nSent: Monday, February 5, 2024 9:00 AM\nTo: Bob\nSubject: Trip\n\nWhich train?\n\nAnn',
  ],
  [
    'all below such headers in bold and in German',
    '*Von:* Ann\n*Gesendet:* Montag\n*An:* Bob; Carol;\n  Dora\n*Betreff:* Reise\n\nWelcher Zug?',
  ],
  [
    'all below headers of which the date comes last',
    'Von: Ann\nBetreff: Reise\nDatum: 5. Februar 2024 um 09:00\nAn: Bob\n\nWelcher Zug?',
  ],
  ['all below such a line in French', '-------- Message transféré --------\nSujet : Trajet\n\nQuel train ?'],
  ['all below such a line in German', 'Anfang der weitergeleiteten Nachricht:\n\nWelcher Zug?'],
  ['all below a line that says so', '-----Original Message-----\nFrom: Ann\n\nWhich train?'],
])('%s is quoted', (_, quoted) => {
  expect(messageParts(`${answer}\n\n${quoted}`)).toEqual([
    { kind: 'paragraph', text: answer },
    { kind: 'quote', text: quoted },
  ]);
});

test.each([
  ['On Monday Ann wrote:\nthe train leaves at nine.'],
  ['From: Kiel\nTo: Hamburg'],
  ['Begin forwarded message before noon'],
  ['From: the office\n\nDate: today\nSubject: none'],
])('%j is the sender’s own', (text) => {
  expect(messageParts(text).map(({ kind }) => kind)).not.toContain('quote');
});
