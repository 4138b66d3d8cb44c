/** Units by their symbols, with how they are written out in several languages, in small letters. */
const written: Readonly<Record<string, string>> = {
  m: 'metre meter mètre metro метр',
  km: 'kilometre kilometer kilomètre kilómetro chilometro quilômetro километр',
  cm: 'centimetre centimeter zentimeter centimètre centímetro centimetro сантиметр',
  mm: 'millimetre millimeter millimètre milímetro millimetro миллиметр',
  kg: 'kilogram kilogramm kilogramme kilogramo chilogrammo quilograma kilo килограмм',
  g: 'gram gramm gramme gramo grammo grama грамм',
  t: 'tonne ton tonelada tonnellata тонна',
  l: 'litre liter litro литр',
  ml: 'millilitre milliliter mililitro millilitro миллилитр',
  h: 'hour stunde heure hora ora uur час',
  min: 'minute minuto minuut минута',
  s: 'second sekunde seconde segundo secondo секунда',
  ms: 'millisecond millisekunde milliseconde milisegundo millisecondo миллисекунда',
  w: 'watt vatio ватт',
  kw: 'kilowatt kilovatio киловатт',
  mw: 'megawatt megavatio мегаватт',
  gw: 'gigawatt gigavatio гигаватт',
  kwh: 'kilowatt-hour kilowattstunde kilowattheure',
  kb: 'kilobyte',
  mb: 'megabyte',
  gb: 'gigabyte',
  tb: 'terabyte',
};

const byForm = new Map(
  Object.entries(written).flatMap(([symbol, forms]) => {
    const all = [symbol, ...forms.split(' ')];
    return all.map((form) => [form, all] as const);
  }),
);

/** What a unit stands behind: a number, or another one that it divides. */
const behindNumber = /\p{N}\s?(?:\p{L}{1,3}\/)?$/u;

/** The other ways to write a unit that stands behind a number; none for any other word. */
export function formsOfUnit(word: string, before: string): readonly string[] {
  if (!behindNumber.test(before)) return [];
  const lower = word.toLowerCase();
  return (
    byForm.get(lower) ??
    byForm.get(lower.replace(/e?[sn]$/, '')) ??
    byForm.get(lower.replace(/[sn]$/, '')) ??
    []
  );
}
