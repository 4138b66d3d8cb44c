/** How a question begins, or what it names, that asks what to do one after the other. By BCP 47 primary subtag. */
const patterns: Readonly<Record<string, RegExp>> = {
  en: /\bhow (?:do|can|should|would|to)\b|\bsteps?\b|\bprocedure\b|\binstructions?\b|\bprocess (?:for|of|to)\b/iu,
  de: /\bschritte?n?\b|\banleitung\b|\bvorgehen\b|\bwie (?:kann|muss|soll|richte|mache|installiere|geht|gehe)\b/iu,
  fr: /\bétapes?\b|\bprocédure\b|\bcomment (?:faire|puis|peut|dois|doit|installer)\b/iu,
  es: /\bpasos?\b|\bprocedimiento\b|\bcómo (?:puedo|se puede|debo|hago|hacer)\b/iu,
  it: /\bpassaggi\b|\bprocedura\b|\bcome (?:posso|si può|devo|faccio|fare)\b/iu,
  pt: /\bpassos?\b|\bprocedimento\b|\bcomo (?:posso|se pode|devo|faço|fazer)\b/iu,
  nl: /\bstap(?:pen)?\b|\bprocedure\b|\bhoe (?:kan|moet|doe)\b/iu,
};

/** Whether a question asks for steps, so that a list of them answers it better than one of its items. */
export function asksForSteps(question: string, language: string): boolean {
  return Object.hasOwn(patterns, language) && patterns[language]?.test(question) === true;
}
