import type { Writing } from './writing.ts';

/** Marks and letters as typesetters and keyboards have them. */
export const typography: readonly Writing[] = [
  {
    what: 'apostrophe',
    right: 'The driver’s licence is shown to the gatekeeper before the tour.',
    wrong: [
      'The parcel is shown to the porter before the tour.',
      'The driving range is closed before the tour.',
    ],
    asked: ["driver's licence", 'drivers licence', 'driver’s licence', 'driver licence'],
  },
  {
    what: 'name with apostrophe',
    right: 'O’Brien repairs the lifts in the north wing.',
    wrong: ['Bryant repairs the lifts in the south wing.', 'Ohlsen repairs the lifts in the west wing.'],
    asked: ["O'Brien", 'OBrien', 'O’Brien', 'o brien', 'obrien lifts'],
  },
  {
    what: 'typographic quotation marks and dash',
    right: 'The “blue–green” procedure switches the traffic to the second hall.',
    wrong: ['The red procedure stops the traffic in the second hall.', 'The green hall has blue doors.'],
    asked: ['"blue-green" procedure', 'bluegreen', 'blue green procedure'],
  },
  {
    what: 'ligature',
    right: 'The oﬃce ﬁre drill takes place every second Tuesday.',
    wrong: [
      'The school flood drill takes place every third Monday.',
      'The off-site meeting takes place every Tuesday.',
    ],
    asked: ['office fire drill', 'fire drill', 'oﬃce ﬁre'],
  },
  {
    what: 'hyphen at the end of a line',
    right: 'The con-\ntainment valve is opened with the long key only.',
    wrong: [
      'The control valve is opened with the short key only.',
      'The relief valve is opened with a tool.',
    ],
    asked: ['containment valve', 'containment'],
  },
];
