import type { Writing } from './writing.ts';

/** Dates, sums, units and places. */
export const numbers: readonly Writing[] = [
  {
    what: 'date written ISO',
    right: 'Audit of 2024-03-05: no findings in the archive.',
    wrong: [
      'Audit of 2024-05-03: two findings in the archive.',
      'Audit of 2023-03-05: one finding in the archive.',
      'Audit of 2024-03-15: three findings.',
    ],
    asked: [
      '2024-03-05',
      '5 March 2024',
      'March 5, 2024',
      '05.03.2024',
      'audit of March 5th 2024',
      '5. März 2024',
    ],
  },
  {
    what: 'date written out',
    right: 'The lease of the workshop ends on 17 October 2025 and is not renewed.',
    wrong: [
      'The lease of the garage ends on 17 November 2025 and is renewed.',
      'The lease of the shop ends on 27 October 2025.',
      'The lease of the barn ends on 17 October 2026.',
    ],
    asked: ['17 October 2025', '2025-10-17', 'October 17, 2025', '10/17/2025', '17.10.2025', '17 Oct 2025'],
  },
  {
    what: 'money with a letter',
    right: 'The grant for the harbour came to $1.5M and was spent on dredging.',
    wrong: [
      'The grant for the airport came to $1.6M and was spent on lights.',
      'The grant for the station came to $15M.',
    ],
    asked: ['$1.5M', '$1.5 million', '1.5 million dollars', '$1,500,000', 'grant of 1.5M'],
  },
  {
    what: 'money in German',
    right: 'Die Brücke kostete 1,5 Mio. € und wurde vom Land bezahlt.',
    wrong: [
      'Die Schleuse kostete 1,6 Mio. € und wurde vom Bund bezahlt.',
      'Das Wehr kostete 15 Mio. € und wurde von der Stadt bezahlt.',
    ],
    asked: ['1,5 Mio. €', '1,5 Millionen Euro', '1,5 Mio Euro', 'Was kostete 1,5 Mio. €?'],
  },
  {
    what: 'large number with separators',
    right: 'The town has 12,500 inhabitants and one school.',
    wrong: [
      'The town has 12,050 inhabitants and two schools.',
      'The town has 1,250 inhabitants and no school.',
    ],
    asked: ['12,500', '12500', '12 500 inhabitants', '12500 inhabitants'],
  },
  {
    what: 'unit without space',
    right: 'The bracket carries 5kg and is fixed with two screws.',
    wrong: [
      'The bracket carries 8kg and is fixed with four screws.',
      'The bracket carries 15kg and is fixed with six screws.',
      'Each of the five brackets has a mark in red.',
    ],
    asked: ['5kg', '5 kg', 'bracket for 5 kg', '5-kg bracket'],
  },
  {
    what: 'unit with space',
    right: 'Set the oven to 230 °C and bake the loaf for 40 minutes.',
    wrong: [
      'Set the oven to 180 °C and bake the cake for 55 minutes.',
      'Set the oven to 200 °C and bake the rolls for 20 minutes.',
    ],
    asked: ['230 °C', '230°C', '230C', '230 C', '230 degrees'],
  },
  {
    what: 'Roman numeral',
    right: 'Annex IV lists the substances that must be stored apart.',
    wrong: [
      'Annex VI lists the substances that may be burnt.',
      'Annex V lists the substances that may be mixed.',
      'Annex III lists the stores.',
    ],
    asked: ['Annex IV', 'annex iv', 'Annex 4', 'What does annex IV list?'],
  },
  {
    what: 'percentage',
    right: 'The fee for late payment is 3.5 % of the amount owed.',
    wrong: [
      'The fee for early payment is 5.3 % of the amount owed.',
      'The fee for part payment is 3 % of the amount owed.',
    ],
    asked: ['3.5 %', '3.5%', '3.5 percent', '3,5 %'],
  },
  {
    what: 'section number',
    right: 'Under § 12.3(b) the tenant may paint the walls in any colour.',
    wrong: [
      'Under § 12.3(c) the tenant may drill holes in the walls.',
      'Under § 13.2(b) the tenant may keep a cat.',
      'Under § 12.4 the tenant may keep a dog.',
    ],
    asked: ['§ 12.3(b)', '12.3(b)', 'section 12.3 b', '§12.3 (b)', 'clause 12.3(b)'],
  },
];
