/** What a question says that asks what to do one after the other, or for several things. By BCP 47 primary subtag. */
const patterns: Readonly<Record<string, RegExp>> = {
  en: /\bhow (?:do|can|should|would|must) (?:i|we|you|one|they|people|users?)\b|\bhow to\b|\bhow (?:is|are)\b.*\b(?:installed|set up|configured|built|made|created|started|used|run)\b|\b(?:steps|procedure|instructions)\b|\bwhat (?:are|were) (?:the|its|their|all|some)\b|\bwhich\b.*\bare there\b|^list\b/iu,
  de: /\bschritten?\b|\banleitung\b|\bvorgehen\b|\bwie (?:kann|muss|soll|richte|mache|installiere|geht|gehe)\b|\b(?:was|welche) sind (?:die|ihre|seine)\b|\bwelche\b.*\bgibt es\b/iu,
  fr: /\bétapes?\b|\bprocédure\b|\bcomment (?:faire|puis|peut|dois|doit|installer)\b|\bquel(?:le)?s sont\b/iu,
  es: /\bpasos?\b|\bprocedimiento\b|\bcómo (?:puedo|se puede|debo|hago|hacer)\b|\bcuáles son\b/iu,
  it: /\bpassaggi\b|\bprocedura\b|\bcome (?:posso|si può|devo|faccio|fare)\b|\bquali sono\b/iu,
  pt: /\bpassos?\b|\bprocedimento\b|\bcomo (?:posso|se pode|devo|faço|fazer)\b|\bquais são\b/iu,
  nl: /\bstap(?:pen)?\b|\bprocedure\b|\bhoe (?:kan|moet|doe)\b|\b(?:wat|welke) zijn (?:de|het)\b/iu,
};

/** Whether a question asks for steps or for several things, so that a whole list answers it better than an item. */
export function asksForList(question: string, language: string): boolean {
  return Object.hasOwn(patterns, language) && patterns[language]?.test(question) === true;
}
