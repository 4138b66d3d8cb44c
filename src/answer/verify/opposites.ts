import { ownValue } from '../../own-value.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';

/**
 * What claims turn round without a denial, by language: the words of one side of `/` stand for each other, those with
 * `+` only where it says the opposite of the other. Of the forms that have one term, as “open” and “opened”, one is
 * here.
 */
const written: Readonly<Record<string, string>> = {
  en: `more greater higher +over +above +exceed / less fewer lower +under +below;
    most maximum highest largest / least minimum lowest smallest; most majority / few minority;
    all every each always entire / some several few sometimes occasionally certain partly;
    first / last final; before +prior +earlier / after +later;
    increase rise rose risen grow grew grown gain / decrease fall fell fallen drop decline shrink shrank lose lost;
    faster quicker / slower; longer / shorter; larger bigger / smaller; older / newer younger;
    earlier sooner / later; better / worse; cheaper / dearer costlier; wider / narrower; deeper / shallower;
    heavier / lighter; stronger / weaker; warmer hotter / colder cooler; warm hot / cold cool; include / exclude except;
    must shall required mandatory compulsory obligatory / should may might optional voluntary recommended;
    will / might may could; allowed permitted / forbidden prohibited banned; accept approve / reject refuse;
    open / closed; won / lost; buy bought / sell sold; import / export; north northern / south southern;
    east eastern / west western; inside / outside; internal / external; public / private; upper / lower;
    succeed succeeded / fail; enable / disable; encrypt / decrypt; upload / download; ascending / descending;
    wet / dry; full / empty; high height / low; long length / short; wide width / narrow; deep depth / shallow;
    thick thickness / thin; heavy weight weigh / light; synchronous / asynchronous; clockwise / anticlockwise counterclockwise; horizontal / vertical;
    positive / negative; temporary / permanent; valid / invalid; legal / illegal; possible / impossible;
    tenant / landlord; employee / employer; buyer / seller; lender / borrower`,
  de: `mehr höher größer +über / weniger niedriger geringer kleiner +unter;
    höchstens maximal maximum / mindestens minimal minimum wenigstens;
    alle jede sämtliche immer stets / einige manche wenige manchmal gelegentlich; meisten / wenige;
    erste / letzte; vorher bevor zuvor / nachher nachdem danach;
    steigt stieg gestiegen steigen erhöht zugenommen zunahme
      / sinkt sank gesunken sinken senkt gesenkt verringert abnahme fällt fiel;
    schneller / langsamer; länger / kürzer; besser / schlechter; früher / später;
    muss verpflichtend vorgeschrieben / sollte kann können darf dürfen freiwillig;
    erlaubt zulässig gestattet / verboten untersagt unzulässig; geöffnet offen / geschlossen; innen / außen;
    einschließlich inklusive / außer ausgenommen`,
  fr: `plus supérieur +dépasse / moins inférieur; maximum maximal / minimum minimal;
    tous toutes chaque toujours / certains quelques parfois; premier / dernier; avant / après;
    augmente hausse / diminue baisse; meilleur / pire;
    doit doivent obligatoire / devrait peut peuvent facultatif; autorisé permis admis / interdit interdits;
    ouvert / fermé; compris inclus / sauf excepté exclu`,
  es: `más mayor superior +supera / menos menor inferior; máximo / mínimo; todos cada siempre / algunos pocos;
    primero primer / último; antes / después; aumenta sube / disminuye bajó redujo; mejor / peor;
    debe obligatorio / puede opcional; permitido / prohibido; abierto / cerrado;
    incluido / excepto excluido salvo`,
  zh: `最多 至多 不超过 / 最少 至少 不少于; 大于 高于 超过 多于 / 小于 低于 少于 不足; 所有 全部 / 部分 有些 一些; 以上 / 以下; 之前 以前 / 之后 以后;
    增加 上升 增长 / 减少 下降 降低; 必须 / 可以 可选; 允许 / 禁止; 总是 / 有时`,
};

/** One side of two, by the terms of its words: any stands for it. */
interface Side {
  readonly all: ReadonlySet<string>;
  /** Those that say it plainly, for the side that is opposed, with their words. */
  readonly plain: ReadonlyMap<string, string>;
}

/** Words of one language that are opposites of each other. */
export class Opposites {
  /** Whether they are compared by their terms: words of which none is parted from the next are as they are written. */
  readonly #haveTerms: boolean;
  /** What is said and its opposite, by each term that says it plainly. */
  readonly #pairs = new Map<string, (readonly [said: Side, opposite: Side])[]>();

  /** Without pairs in a language whose opposites are not known here. `termOf` gives the term of a word. */
  constructor(language: string, termOf: (word: string) => string) {
    this.#haveTerms = writesSpaces(language);
    const nameOf = this.#haveTerms ? termOf : (word: string) => word;
    for (const entry of (ownValue(written, language) ?? '').split(';')) {
      const [one, other] = entry.split('/').map((side) => sideOf(side, nameOf));
      if (!one || !other) continue;
      for (const pair of [[one, other] as const, [other, one] as const])
        for (const term of pair[0].plain.keys())
          this.#pairs.set(term, [...(this.#pairs.get(term) ?? []), pair]);
    }
  }

  /** The terms of the words that stand for that of a term. */
  sameAs(term: string): ReadonlySet<string> {
    return new Set(this.#pairs.get(term)?.flatMap(([{ plain }]) => [...plain.keys()]));
  }

  /**
   * The words of a claim of these terms whose opposites stand in its sources, and they themselves do not: “at most” of
   * “at least”, “all” of “some”.
   */
  opposed(
    claim: string,
    terms: ReadonlySet<string>,
    sources: readonly { readonly terms: ReadonlySet<string>; readonly folded: string }[],
  ): readonly string[] {
    const said = this.#haveTerms ? terms : new Set(this.#pairs.keys().filter((word) => claim.includes(word)));
    const inSources = (name: string) =>
      sources.some((source) => (this.#haveTerms ? source.terms.has(name) : source.folded.includes(name)));
    const opposed = new Set<string>();
    for (const term of said)
      for (const [own, opposite] of this.#pairs.get(term) ?? []) {
        const plain = [...opposite.plain.keys()];
        const isOpposed =
          !plain.some((one) => said.has(one)) && !own.all.values().some(inSources) && plain.some(inSources);
        if (isOpposed) opposed.add(own.plain.get(term) ?? term);
      }
    return [...opposed];
  }
}

function sideOf(side: string, nameOf: (word: string) => string): Side {
  const words = side.trim().split(/\s+/);
  const plain = words.filter((word) => !word.startsWith('+'));
  return {
    all: new Set(words.map((word) => nameOf(word.replace('+', '')))),
    plain: new Map(plain.map((word) => [nameOf(word), word])),
  };
}
