import { ownValue } from '../../own-value.ts';

/** How a question asks for code, a command or an example of a file. By BCP 47 primary subtag. */
const patterns: Readonly<Record<string, RegExp>> = {
  en: /\b(?:code|snippet|script|command|example)s? (?:of|for|to|that|in|which)\b|\b(?:what|which) commands?\b|\b(?:show|give|write)\b.{0,40}\b(?:code|snippet|script|command|example)s?\b|\bcommand[ -]line\b/iu,
  de: /\b(?:code|skript|befehl|beispiel)e? (?:für|zu|zum|von|in)(?!\p{L})|\b(?:welche[rsn]?|mit welchem) befehle?\b|\bbefehlszeile\b/iu,
  fr: /\b(?:code|script|commande|exemple)s? (?:pour|de|d['’]|en)(?!\p{L})|\bquelles? commandes?\b|\bligne de commande\b/iu,
  es: /(?<!\p{L})(?:código|script|comando|ejemplo)s? (?:para|de|en)\b|(?<!\p{L})qué comandos?\b|\blínea de comandos\b/iu,
};

/** Whether a question asks to be shown code rather than to be told something. */
export function asksForCode(question: string, language: string): boolean {
  return ownValue(patterns, language)?.test(question) === true;
}
