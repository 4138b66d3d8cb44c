/** How a question asks for all there is rather than for one thing, by language. */
const patterns: readonly RegExp[] = [
  /^(?:please |can you |could you )?(?:list|name|enumerate|count|give me|show(?: me)?) (?:all|every|each|the number)\b/i,
  /^how many (?:documents?|files?|chapters?|sections?|pages?|articles?|papers?|reports?|entries|passages|times)\b/i,
  /\b(?:in total|altogether|across all|overall how many|how often (?:is|are|do|does))\b/i,
  /^(?:liste|zähle|nenne|zeige)(?: mir)? (?:alle|sämtliche|jede[ns]?)(?!\p{L})/iu,
  /^wie viele (?:dokumente|dateien|kapitel|seiten|artikel|berichte)(?!\p{L})/iu,
  /^(?:liste|énumère|énumérez|listez|cite|citez)(?: |-moi )(?:tou(?:s|tes)|chaque)(?!\p{L})/iu,
  /^combien de (?:documents|fichiers|chapitres|pages|articles|rapports)(?!\p{L})/iu,
  /^(?:enumera|lista|nombra|dime) (?:todos|todas|cada)(?!\p{L})/iu,
  /^¿?\s*cuánt[oa]s (?:documentos|archivos|capítulos|páginas|artículos|informes)(?!\p{L})/iu,
  /^(?:elenca|elencare) (?:tutti|tutte|ogni)(?!\p{L})/iu,
  /^quant[ie] (?:documenti|file|capitoli|pagine|articoli|rapporti)(?!\p{L})/iu,
  /^(?:liste|enumere) (?:todos|todas|cada)(?!\p{L})/iu,
  /^quant[oa]s (?:documentos|arquivos|ficheiros|capítulos|páginas|artigos|relatórios)(?!\p{L})/iu,
  /^(?:noem|geef|toon|tel)(?: me| mij)? (?:alle|elke|ieder|iedere)(?!\p{L})/iu,
  /^hoeveel (?:documenten|bestanden|hoofdstukken|pagina['’]s|artikelen|rapporten)(?!\p{L})/iu,
  /^(?:перечисли|назови|покажи|сосчитай)(?:те)?(?: мне)? (?:все|всех|всё|каждый|каждую|каждое)(?!\p{L})/iu,
  /^сколько (?:документов|файлов|глав|страниц|статей|отч[её]тов)(?!\p{L})/iu,
  /^(?:اذكر|عدد|اسرد|أعطني)(?: لي)? (?:كل|جميع)(?!\p{L})/u,
  /^كم (?:عدد )?(?:وثيقة|ملف|ملفا|ملفًا|فصل|فصلا|فصلًا|صفحة|مقال|مقالا|مقالًا|الوثائق|الملفات|الفصول|الصفحات|المقالات)(?!\p{L})/u,
  /(?:列出|列举)(?:所有|全部)|一共有?多少|总共有?多少/u,
  /すべて(?:挙げ|列挙)|全部で(?:いくつ|何)/u,
];

/** Whether a question asks to list or to count over the whole collection, which no choice of passages can answer. */
export function isAggregation(question: string): boolean {
  const asked = question.trim().slice(0, 500);
  return patterns.some((pattern) => pattern.test(asked));
}
