import { ownValue } from '../../own-value.ts';

/** What a heading that names nothing stands over: what is said of the subject above it, or what leads elsewhere. */
export type HeadingRole = 'overview' | 'navigation';

/** By BCP 47 primary subtag. */
const headings: Readonly<Record<HeadingRole, Readonly<Record<string, RegExp>>>> = {
  overview: {
    en: /^(?:(?:general |short |brief )?(?:description|overview|introduction|summary)|about|abstract|purpose|definition|tl;?dr)$/iu,
    de: /^(?:(?:kurz)?beschreibung|überblick|übersicht|einführung|einleitung|zusammenfassung|allgemeines|zweck|definition)$/iu,
    fr: /^(?:description|présentation|introduction|résumé|aperçu|généralités|vue d['’]ensemble|définition)$/iu,
    es: /^(?:descripción(?: general)?|introducción|resumen|visión general|presentación|definición)$/iu,
    it: /^(?:descrizione|introduzione|panoramica|riassunto|definizione)$/iu,
    pt: /^(?:descrição|introdução|visão geral|resumo|definição)$/iu,
    nl: /^(?:beschrijving|inleiding|introductie|overzicht|samenvatting|definitie)$/iu,
    ru: /^(?:описание|введение|обзор|определение)$/iu,
    zh: /^(?:简介|概述|概览|介绍|说明|描述|定义)$/u,
    ja: /^(?:概要|説明|はじめに|紹介|定義)$/u,
  },
  navigation: {
    en: /^(?:(?:table of )?contents|(?:what['’]s|where to go) next|next steps?|see also|(?:further|additional|recommended|suggested) (?:reading|resources|links)(?: .*)?|related (?:resources|links|topics|pages|articles|documentation)|references(?: (?:and|&) .*)?|bibliography|(?:external )?links|(?:learning )?(?:objectives|goals|outcomes)|prerequisites)$/iu,
    de: /^(?:inhalt|inhaltsverzeichnis|nächste schritte|siehe auch|weiterführende (?:literatur|links|informationen)|literatur|literaturverzeichnis|quellen|lernziele|voraussetzungen)$/iu,
    fr: /^(?:sommaire|table des matières|prochaines étapes|voir aussi|pour aller plus loin|références|bibliographie|liens|objectifs(?: d['’]apprentissage)?|prérequis)$/iu,
    es: /^(?:contenido|índice|próximos pasos|véase también|ver también|lecturas (?:adicionales|recomendadas)|referencias|bibliografía|enlaces|objetivos(?: de aprendizaje)?|requisitos previos)$/iu,
  },
};

/**
 * Whether a heading stands over what a text says of its whole subject ("Description", "Overview"), or over what leads
 * elsewhere or tells what there is to learn ("Next steps", "See also", "Learning objectives").
 */
export function hasRole(heading: string, role: HeadingRole, language: string): boolean {
  const words = heading.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return ownValue(headings[role], language)?.test(words) === true;
}
