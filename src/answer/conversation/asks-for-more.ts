/** How somebody asks for more of the same. */
const patterns: readonly RegExp[] = [
  /^(?:(?:please|can you|could you)\s+)*(?:(?:(?:tell|show|give) (?:me )?)?(?:(?:some |any |in )?more(?: details?| information| info)?)|say more|go on|continue|what else(?: is there)?|anything else|explain (?:more|further|(?:(?:it|that|this) )?in more detail)|elaborate|expand)(?: (?:about|on|of) (?:it|that|this|them|these|those))?(?: please)?$/iu,
  /^(?:(?:bitte|kannst du|können sie)\s+)*(?:(?:erzähl|erzähle|sag|sage) mir mehr|mehr|weiter|was noch|noch etwas|mehr details|(?:das )?(?:genauer|näher|ausführlicher))(?: (?:darüber|davon|dazu))?(?: (?:erzählen|sagen|erklären))?(?: bitte)?$/iu,
  /^(?:(?:dis|dites|racontez)[- ](?:m['’]en|moi) (?:plus|davantage)|plus de détails|continue[z]?|quoi d['’]autre|et encore)$/iu,
  /^(?:(?:cuéntame|dime) más|más(?: detalles| información)?(?: por favor)?|continúa|sigue|qué más|algo más)$/iu,
  /^(?:dimmi di più|altro|continua|che altro|più dettagli)$/iu,
  /^(?:(?:me )?conte mais|mais(?: detalhes)?|continue|o que mais)$/iu,
  /^(?:vertel (?:me )?meer|meer|ga door|wat nog meer|nog iets)$/iu,
  /^(?:расскажи(?:те)? (?:мне )?(?:больше|подробнее|ещё|еще)|подробнее|больше|ещё|еще|продолжай(?:те)?|что (?:ещё|еще))$/iu,
  /^(?:أخبرني (?:المزيد|أكثر)|المزيد|أكثر|تابع|واصل|ماذا أيضا|ماذا أيضًا)$/u,
  /^(?:请)?(?:继续|更多|多说一点|再说说|详细(?:说说|一点)|还有(?:吗|呢|什么)?)$/u,
  /^(?:もっと(?:教えて(?:ください)?|詳しく)?|続けて(?:ください)?|続き|他には|ほかには|詳しく(?:教えて(?:ください)?)?)$/u,
];

/** Longer messages say what they want to know. */
const longest = 60;

/** Whether a message only asks to go on: what was said already is then no reply to it. */
export function asksForMore(message: string): boolean {
  if (message.length > longest) return false;
  const asked = message
    .replace(/[¿?¡!.,…。？！，、؟،]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return patterns.some((pattern) => pattern.test(asked));
}
