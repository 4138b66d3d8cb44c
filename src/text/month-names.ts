/**
 * The months from January on, each in its forms: in full, bent, and cut short without its stop. By BCP 47 primary
 * subtag.
 */
export const monthNames: Readonly<Record<string, readonly (readonly string[])[]>> = {
  en: months(
    'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
  ),
  de: months(
    'januar jänner jan|februar feb|märz mrz mar|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|dezember dez',
  ),
  fr: months('janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'),
  es: months(
    'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre',
  ),
  it: months('gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'),
  pt: months('janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro'),
  nl: months('januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december'),
  ru: months(
    'январь января январе|февраль февраля феврале|март марта марте|апрель апреля апреле|май мая мае|июнь июня июне|июль июля июле|август августа августе|сентябрь сентября сентябре|октябрь октября октябре|ноябрь ноября ноябре|декабрь декабря декабре',
  ),
  ar: months(
    'يناير|فبراير شباط|مارس آذار|أبريل إبريل نيسان|مايو أيار|يونيو حزيران|يوليو تموز|أغسطس|سبتمبر أيلول|أكتوبر|نوفمبر|ديسمبر',
  ),
};

function months(names: string): readonly (readonly string[])[] {
  return names.split('|').map((forms) => forms.split(' '));
}
