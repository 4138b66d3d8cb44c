import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { pick } from './pick.ts';

/** Each becomes about one chunk: some 150 words, 220 word pieces. */
const sectionsPerFile = 10;
const sentencesPerSection = 10;

/** A question that one sentence of one file answers, and what the answer must contain. */
export interface Fact {
  readonly question: string;
  readonly answer: string;
}

/** One file of the made-up folder. */
export interface MadeUpFile {
  readonly name: string;
  readonly text: string;
  readonly fact: Fact;
}

/**
 * File `index` of the folder: a Markdown report with a title, ten sections and one fact. The same seed gives the same
 * file.
 */
export function madeUpFile(index: number, seed: number): MadeUpFile {
  const random = seededRandom(seed * 1_000_003 + index);
  const place = placeName(index);
  const builder = `${pick(firstNames, random)} ${pick(lastNames, random)}`;
  const year = 1700 + Math.floor(random() * 250);
  const sections = Array.from({ length: sectionsPerFile }, (_, position) => {
    const sentences = Array.from({ length: sentencesPerSection }, () => madeUpSentence(random));
    if (position === sectionsPerFile >> 1) {
      sentences[3] = `The ${place} lighthouse was built in ${year} by ${builder}.`;
    }
    const half = sentencesPerSection >> 1;
    const heading = `## ${capitalised(pick(activities, random))} of the ${pick(parts, random)}`;
    return [heading, sentences.slice(0, half).join(' '), sentences.slice(half).join(' ')].join('\n\n');
  });
  return {
    name: `report-${String(index).padStart(6, '0')}.md`,
    text: `# Report of ${place}\n\n${sections.join('\n\n')}\n`,
    fact: { question: `Who built the ${place} lighthouse?`, answer: builder },
  };
}

/** Writes the first `files` files into a folder that is made; returns how many characters they have together. */
export async function writeMadeUpFolder(directory: string, files: number, seed: number): Promise<number> {
  await mkdir(directory, { recursive: true });
  let characters = 0;
  for (let index = 0; index < files; index++) {
    const { name, text } = madeUpFile(index, seed);
    await writeFile(join(directory, name), text);
    characters += text.length;
  }
  return characters;
}

/** Adds a sentence to every hundredth file, the first among them; returns how many those are. */
export async function changeOnePercent(directory: string, files: number, seed: number): Promise<number> {
  const random = seededRandom(seed);
  let changed = 0;
  for (let index = 0; index < files; index += 100) {
    await appendFile(join(directory, madeUpFile(index, seed).name), `\n${madeUpSentence(random)}\n`);
    changed++;
  }
  return changed;
}

const syllables = 'bar cal den fel gor hul jen kas lom mir nov pel quin ros sel tor ulm ver wys zan'.split(
  ' ',
);

/**
 * Another name for every index below 160 000: the factor shares none with it, so that neighbours differ in all
 * syllables.
 */
function placeName(index: number): string {
  let name = '';
  for (let rest = (index * 61_417) % 160_000, at = 0; at < 4; at++) {
    name += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  }
  return capitalised(name);
}

const firstNames = 'Ada Bruno Clara Dmitri Elena Farid Greta Hugo Ines Jonas Karin Leo Mara Nils Olga'.split(
  ' ',
);
const lastNames =
  'Abel Brandt Castell Dorn Ekström Falk Granger Holm Ivers Jansen Krüger Lund Moreau Novak Ortega'.split(
    ' ',
  );
const activities =
  'inspection maintenance calibration installation operation replacement testing storage'.split(' ');
const parts = (
  'coolant pump|pressure valve|fuel line|control unit|main bearing|heat exchanger|air filter|drive shaft|' +
  'temperature sensor|relief valve|storage tank|power supply|gear box|cable duct|oil separator|feed water heater'
).split('|');
const people = 'the operator|a technician|the supplier|the night shift|the safety officer|an inspector'.split(
  '|',
);
const faults = (
  'a slow leak|uneven wear|a loose connection|rising vibration|corrosion at the flange|a drifting reading|' +
  'an unexpected drop in pressure|a blocked inlet'
).split('|');
const causes = (
  'the seal had aged|the load was higher than planned|the filter had not been changed|the water was too hard|' +
  'a bolt had worked itself loose|the sensor was mounted too close to the motor'
).split('|');
const times =
  'before the summer|in the second week of March|after the last audit|during the night|within two days'.split(
    '|',
  );

/** What a sentence is made from: words of each kind, drawn anew for every place. */
interface Words {
  readonly part: () => string;
  readonly person: () => string;
  readonly fault: () => string;
  readonly cause: () => string;
  readonly time: () => string;
  readonly activity: () => string;
  readonly number: (most: number) => number;
}

const sentenceForms: readonly ((words: Words) => string)[] = [
  (w) => `${w.person()} found ${w.fault()} at the ${w.part()} because ${w.cause()}`,
  (w) => `the ${w.part()} must not be opened while the pressure is above ${w.number(40)}.${w.number(9)} bar`,
  (w) => `${w.time()}, the ${w.part()} ran for ${w.number(900)} hours without ${w.fault()}`,
  (w) => `if ${w.cause()}, ${w.person()} replaces the ${w.part()} and notes it in form ${w.number(9000)}`,
  (w) => `${w.activity()} of the ${w.part()} takes about ${w.number(90)} minutes and needs two people`,
  (w) => `the ${w.part()} and the ${w.part()} share one circuit, so that both stop when either fails`,
  (w) => `${w.person()} reported that ${w.cause()} and that ${w.fault()} had followed ${w.time()}`,
  (w) =>
    `a temperature of ${w.number(180)} degrees at the ${w.part()} is the limit that was agreed with ${w.person()}`,
  (w) =>
    `the cost of a new ${w.part()} rose to ${w.number(9000)} euros, which is why ${w.activity()} was put off`,
  (w) => `${w.activity()} showed ${w.fault()}, although the ${w.part()} had been checked ${w.time()}`,
  (w) => `no ${w.part()} of series ${w.number(900)} may be used once ${w.cause()}`,
  (w) =>
    `after ${w.activity()}, ${w.person()} compares the reading of the ${w.part()} with table ${w.number(60)}`,
];

/** A grammatical sentence of about fifteen words. */
function madeUpSentence(random: () => number): string {
  const words: Words = {
    part: () => pick(parts, random),
    person: () => pick(people, random),
    fault: () => pick(faults, random),
    cause: () => pick(causes, random),
    time: () => pick(times, random),
    activity: () => pick(activities, random),
    number: (most) => 1 + Math.floor(random() * most),
  };
  return `${capitalised(pick(sentenceForms, random)(words))}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
