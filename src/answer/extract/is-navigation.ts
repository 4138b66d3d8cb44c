/** Headings over what leads elsewhere, or says what there is to learn or to read. By BCP 47 primary subtag. */
const headings: Readonly<Record<string, RegExp>> = {
  en: /^(?:(?:table of )?contents|(?:what['’]s|where to go) next|next steps?|see also|(?:further|additional|recommended|suggested) (?:reading|resources|links)(?: .*)?|related (?:resources|links|topics|pages|articles|documentation)|references(?: (?:and|&) .*)?|bibliography|(?:external )?links|(?:learning )?(?:objectives|goals|outcomes)|prerequisites)$/iu,
  de: /^(?:inhalt|inhaltsverzeichnis|nächste schritte|siehe auch|weiterführende (?:literatur|links|informationen)|literatur|literaturverzeichnis|quellen|lernziele|voraussetzungen)$/iu,
  fr: /^(?:sommaire|table des matières|prochaines étapes|voir aussi|pour aller plus loin|références|bibliographie|liens|objectifs(?: d['’]apprentissage)?|prérequis)$/iu,
  es: /^(?:contenido|índice|próximos pasos|véase también|ver también|lecturas (?:adicionales|recomendadas)|referencias|bibliografía|enlaces|objetivos(?: de aprendizaje)?|requisitos previos)$/iu,
};

/** Whether what stands under a heading leads elsewhere: "Next steps", "See also", "Learning objectives". */
export function isNavigation(heading: string, language: string): boolean {
  const words = heading.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return Object.hasOwn(headings, language) && headings[language]?.test(words) === true;
}
