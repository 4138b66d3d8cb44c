import type { Writing } from './writing.ts';

/** What some write as one word and others as two. */
export const joinedWords: readonly Writing[] = [
  {
    what: 'login',
    right: 'The login page locks after five wrong attempts.',
    wrong: [
      'The payment page locks after an hour.',
      'A log of the visitors lies in the hall.',
      'Lock the pages of the register in the safe.',
    ],
    asked: ['log in page', 'login', 'log in', 'log-in', 'how do I log in'],
  },
  {
    what: 'data base',
    right: 'The data base of the museum holds forty thousand objects.',
    wrong: ['The shop of the museum holds books.', 'The base of the statue is granite.'],
    asked: ['database', 'data base', 'database of the museum', 'data-base'],
  },
  {
    what: 'email',
    right: 'Send an e-mail to the caretaker when a lamp is broken.',
    wrong: ['Send a letter to the landlord when a window is broken.', 'Call the plumber when a tap drips.'],
    asked: ['email', 'e-mail', 'email caretaker', 'E-Mail', 'e mail'],
  },
  {
    what: 'set up',
    right: 'To set up the projector, hold the blue button for three seconds.',
    wrong: [
      'To switch off the projector, hold the red button for two seconds.',
      'A set of chairs stands behind the curtain.',
    ],
    asked: ['setup projector', 'set up projector', 'set-up projector', 'setup'],
  },
  {
    what: 'wifi',
    right: 'The Wi-Fi in the attic is switched off at midnight.',
    wrong: [
      'The heating in the attic is switched off at ten.',
      'The light in the cellar is switched off at eleven.',
    ],
    asked: ['wifi', 'Wi-Fi', 'WiFi', 'wi fi', 'wlan wifi attic'],
  },
  {
    what: 'cooperation',
    right: 'The co-operation with the university ends this summer.',
    wrong: ['The operation of the crane ends this summer.', 'The lease with the college ends this winter.'],
    asked: ['cooperation', 'co-operation', 'co operation'],
  },
  {
    what: 'multi-word with plus',
    right: 'The parser is written in C++ and the page in C#.',
    wrong: [
      'The parser test is written in Python.',
      'The vitamin C page is written by the cook.',
      'The driver is written in C.',
    ],
    asked: ['C++', 'c++ parser', 'C#', 'Which part is written in C++?'],
  },
  {
    what: 'ampersand',
    right: 'R&D moves into the old dairy next year.',
    wrong: ['Sales moves into the old bakery next year.', 'Ward R moves into wing D.'],
    asked: ['R&D', 'R & D', 'r&d'],
  },
];
