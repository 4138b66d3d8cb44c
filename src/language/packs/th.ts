import { type LanguagePack, none } from '../language-pack.ts';

/** Thai. */
export const th: LanguagePack = {
  name: 'Thai',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: {
    questionWords: `ใคร อะไร ไหน ที่ไหน เมื่อไร เมื่อไหร่ อย่างไร ยังไง ทำไม กี่ เท่าไร เท่าไหร่ ไหม หรือไม่ หรือเปล่า บ้าง คือ เป็น มี
    ได้ ต้อง ฉัน ผม ดิฉัน เรา ของ ที่ และ ครับ ค่ะ คะ`,
    requests: none,
    askingVerbs: none,
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: none,
  },
  talking: none,
  telling: none,
  claiming: none,
  wording: none,
};
