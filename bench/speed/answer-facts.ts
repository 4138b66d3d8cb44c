import { pick } from './pick.ts';

const nouns = (
  'ferry bridge tunnel harbour airport tram bicycle lorry engine turbine pump boiler reactor battery transformer dam ' +
  'canal well reservoir glacier volcano forest orchard vineyard meadow farm greenhouse dairy bakery brewery kitchen ' +
  'restaurant market warehouse factory foundry sawmill quarry mine refinery laboratory telescope microscope satellite ' +
  'antenna computer printer database network archive library museum theatre cinema orchestra choir piano violin statue ' +
  'painting cathedral mosque temple monastery castle palace prison barracks hospital clinic ambulance vaccine surgeon ' +
  'nurse pharmacy dentist patient school university teacher student examination textbook nursery parliament ministry ' +
  'court election mayor treaty border passport embassy tax pension salary bank loan mortgage insurance lease contract ' +
  'invoice warranty auction stadium marathon swimmer referee chess newspaper broadcast novel dictionary translation ' +
  'earthquake flood drought storm whale falcon wolf beehive salmon oak'
).split(' ');

const modifiers = (
  'old new municipal private northern southern largest smallest first second former temporary regional royal ' +
  'experimental abandoned famous underground floating electric'
).split(' ');

const predicates: readonly string[] = [
  'was inspected twice during the winter because neighbours had complained about the noise',
  'costs almost three times as much as it did ten years ago',
  'has to be renewed by the owner before the end of the year',
  'was damaged by fire and repaired by volunteers within a month',
  'is closed on public holidays and during heavy snow',
  'was paid for by a foundation whose members remain unknown',
  'became the subject of a long dispute between two families',
  'replaced a smaller one that had served for half a century',
  'is described in a report that nobody has been able to find since',
  'attracts visitors from abroad, most of them in early summer',
  'must be cleaned with cold water and without any soap',
  'was sold to an investor who promised not to change anything',
  'needs two trained people and a written permission',
  'was measured again after doubts about the earlier figures',
  'caused an accident in which nobody was seriously hurt',
  'uses less energy than the law allows for its size',
  'was designed by an engineer who had never left her village',
  'is older than the documents in the town hall claim',
  'failed the safety test and may not be used until spring',
  'was moved to another place when the river changed its course',
  'is looked after by a retired couple and their grandson',
  'received an award for the way it treats people with disabilities',
  'was forgotten until a child discovered it by chance',
  'loses about a tenth of its value every year',
  'depends on spare parts that are no longer produced',
  'was financed with a loan at a fixed rate of interest',
  'is praised by experts but avoided by the local people',
  'changed its name after the reform of the administration',
  'was photographed from the air for the first time last autumn',
  'is going to be twice as large when the work is finished',
];

/** So many things are said about each noun. */
const factsPerNoun = 30;

/** A made-up statement in plain English: a clause without a full stop. */
export interface Fact {
  /** For example “the old ferry”. */
  readonly thing: string;
  readonly text: string;
}

/** By noun: what is said about it. Every fact is another sentence. */
export function drawFacts(random: () => number): readonly (readonly Fact[])[] {
  return nouns.map((noun) => {
    const facts = new Map<string, Fact>();
    while (facts.size < factsPerNoun) {
      const thing = `the ${pick(modifiers, random)} ${noun}`;
      const text = `${thing} ${pick(predicates, random)}`;
      facts.set(text, { thing, text });
    }
    return [...facts.values()];
  });
}
