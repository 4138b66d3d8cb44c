/** Headings over what a text says of its whole subject. By BCP 47 primary subtag. */
const headings: Readonly<Record<string, RegExp>> = {
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
};

/** Whether a heading names nothing, and stands over what is said of the subject above it: "Description", "Overview". */
export function isOverview(heading: string, language: string): boolean {
  const words = heading.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return Object.hasOwn(headings, language) && headings[language]?.test(words) === true;
}
