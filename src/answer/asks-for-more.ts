/** How somebody asks for more of the same, in the languages that follow-ups are made whole in. */
const patterns: readonly RegExp[] = [
  /^(?:(?:please|can you|could you)\s+)*(?:(?:tell|show|give) me (?:some )?more|say more|more|go on|continue|what else|anything else|more details?|(?:can you )?elaborate)(?: (?:about|on|of) (?:it|that|this|them|these|those))?(?: please)?$/iu,
  /^(?:(?:bitte|kannst du|können sie)\s+)*(?:(?:erzähl|erzähle|sag|sage) mir mehr|mehr|weiter|was noch|noch etwas|mehr details)(?: (?:darüber|davon|dazu))?(?: (?:erzählen|sagen))?(?: bitte)?$/iu,
  /^(?:(?:dis|dites|racontez)[- ](?:m['’]en|moi) (?:plus|davantage)|plus de détails|continue[z]?|quoi d['’]autre|et encore)$/iu,
  /^(?:(?:cuéntame|dime) más|más(?: detalles)?|continúa|sigue|qué más|algo más)$/iu,
  /^(?:dimmi di più|altro|continua|che altro|più dettagli)$/iu,
  /^(?:(?:me )?conte mais|mais(?: detalhes)?|continue|o que mais)$/iu,
  /^(?:vertel (?:me )?meer|meer|ga door|wat nog meer|nog iets)$/iu,
];

/** Longer messages say what they want to know. */
const longest = 60;

/** Whether a message only asks to go on: what was said already is then no reply to it. */
export function asksForMore(message: string): boolean {
  if (message.length > longest) return false;
  const asked = message
    .replace(/[¿?¡!.,…]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return patterns.some((pattern) => pattern.test(asked));
}
