/** A phrase for each kind of number that a language tells apart; `other` is that of all that are not named. */
type PluralForms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Makes phrases with a number in them: `#` stands for it, and the form is that which the language has for it. */
export function countedIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  return (forms: PluralForms): ((count: number) => string) =>
    (count) =>
      (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}
