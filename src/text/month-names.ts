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
  sv: months('januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december'),
  da: months('januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december'),
  no: months('januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember'),
  fi: months(
    'tammikuuta tammikuu tammikuussa|helmikuuta helmikuu helmikuussa|maaliskuuta maaliskuu maaliskuussa|huhtikuuta huhtikuu huhtikuussa|toukokuuta toukokuu toukokuussa|kesäkuuta kesäkuu kesäkuussa|heinäkuuta heinäkuu heinäkuussa|elokuuta elokuu elokuussa|syyskuuta syyskuu syyskuussa|lokakuuta lokakuu lokakuussa|marraskuuta marraskuu marraskuussa|joulukuuta joulukuu joulukuussa',
  ),
  pl: months(
    'stycznia styczeń styczniu|lutego luty lutym|marca marzec marcu|kwietnia kwiecień kwietniu|maja maj maju|czerwca czerwiec czerwcu|lipca lipiec lipcu|sierpnia sierpień sierpniu|września wrzesień wrześniu|października październik październiku|listopada listopad listopadzie|grudnia grudzień grudniu',
  ),
  cs: months(
    'ledna leden lednu|února únor únoru|března březen březnu|dubna duben dubnu|května květen květnu|června červen červnu|července červenec červenci|srpna srpen srpnu|září|října říjen říjnu|listopadu listopad|prosince prosinec prosinci',
  ),
  hu: months(
    'január|február|március|április|május|június|július|augusztus|szeptember|október|november|december',
  ),
  ro: months(
    'ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie',
  ),
  ca: months('gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre'),
  tr: months('ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık'),
  el: months(
    'ιανουαρίου ιανουάριος ιανουάριο|φεβρουαρίου φεβρουάριος φεβρουάριο|μαρτίου μάρτιος μάρτιο|απριλίου απρίλιος απρίλιο|μαΐου μάιος μάιο|ιουνίου ιούνιος ιούνιο|ιουλίου ιούλιος ιούλιο|αυγούστου αύγουστος αύγουστο|σεπτεμβρίου σεπτέμβριος σεπτέμβριο|οκτωβρίου οκτώβριος οκτώβριο|νοεμβρίου νοέμβριος νοέμβριο|δεκεμβρίου δεκέμβριος δεκέμβριο',
  ),
  uk: months(
    'січня січень січні|лютого лютий лютому|березня березень березні|квітня квітень квітні|травня травень травні|червня червень червні|липня липень липні|серпня серпень серпні|вересня вересень вересні|жовтня жовтень жовтні|листопада листопад листопаді|грудня грудень грудні',
  ),
  bg: months('януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември'),
  sr: months(
    'јануара јануар јануару|фебруара фебруар фебруару|марта март марту|априла април априлу|маја мај мају|јуна јун јуну|јула јул јулу|августа август августу|септембра септембар септембру|октобра октобар октобру|новембра новембар новембру|децембра децембар децембру',
  ),
  hi: months('जनवरी|फरवरी फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर'),
  he: months(
    'בינואר ינואר|בפברואר פברואר|במרץ מרץ|באפריל אפריל|במאי מאי|ביוני יוני|ביולי יולי|באוגוסט אוגוסט|בספטמבר ספטמבר|באוקטובר אוקטובר|בנובמבר נובמבר|בדצמבר דצמבר',
  ),
};

function months(names: string): readonly (readonly string[])[] {
  return names.split('|').map((forms) => forms.split(' '));
}
