import { type LanguagePack, none } from '../language-pack.ts';

/** Slovene. */
export const sl: LanguagePack = {
  name: 'Slovene',
  writing: {
    evidence: {
      words: `je na se da za pa kako kaj kdo kdaj kje koliko kateri katera katero katere ki ali bi po od iz pri tudi ni
      ne še že lahko mora morajo ima imajo moj moja imam biti bil bila bilo med pred brez nad pod kot ker če ko
      ta tega treba zakaj saj zelo več kar kjer bodo smo jih jim vsak vsako leta leto`,
      letters: 'čšž',
      endings: 'ega emu ih imi anje enje nja ost osti eti cija cije ljiv šče ski ska sko',
    },
    stemmer: 'slovene',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: none,
  comparing: none,
  talking: none,
  telling: none,
  claiming: none,
  wording: none,
};
