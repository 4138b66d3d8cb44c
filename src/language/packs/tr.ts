import { type LanguagePack, none } from '../language-pack.ts';

/** Turkish. */
export const tr: LanguagePack = {
  name: 'Turkish',
  writing: {
    evidence: {
      words: `ve bir bu da de için ile ne çok olarak daha olan gibi var mı mi mu mü nasıl en değil kadar nedir kim nerede
      nereye neden niçin hangi kaç zaman benim ben biz siz onlar şu ya veya ama her sonra önce göre yok midir`,
      letters: 'çğıöşü',
      endings:
        'lar ler ları leri lık lik luk lük ması mesi mak mek yor ıyor iyor dır dir dur dür tır tir nın nin nun nün dan den tan ten sı si acak ecek mış miş sız siz ım im ın ıyı ası rım',
    },
    stemmer: 'turkish',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: `ve veya ya da de ki ile için gibi ama fakat ancak çünkü ise eğer bu şu o bunlar şunlar onlar bunun onun onu
      ona onda ondan onların bir ben sen biz siz benim senin bizim sizin bana sana bize size beni seni bizi sizi
      kendi olan olarak olur oldu olacak olabilir olduğu olduğunu olmak olması oluyor edilir eder etmek eden etti
      edilen ediyor yapılır göre üzere diye mi mı mu mü dır dir böyle şöyle`,
  },
  figures: {
    months: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık',
    dayForms: none,
    ranges: none,
    numbers: 'sıfır - iki üç dört beş altı yedi sekiz dokuz on - - - - - - - - - yirmi',
    tens: 'otuz kırk elli altmış yetmiş seksen doksan',
    scales: { thousand: 'bin', million: 'milyon', billion: 'milyar' },
    units: {
      m: 'metre',
      km: 'kilometre',
      cm: 'santimetre',
      kg: 'kilogram kilo',
      g: 'gram',
      l: 'litre',
      h: 'saat',
      min: 'dakika',
      s: 'saniye',
      day: 'gün',
      week: 'hafta',
      month: 'ay',
      year: 'yıl',
      '%': 'yüzde',
      '€': 'avro euro',
      $: 'dolar',
    },
    celsius: ['derece', 'santigrat derece'],
    approximately: 'yaklaşık|aşağı yukarı',
  },
  asking: {
    questionWords: `ne neyi nedir nelerdir neden niçin kim kime kimi kimin kimdir nasıl nerede nereye nereden hangi kaç kaçta kaça kaçıncı mı mi mu
    mü mıdır midir var ben bana beni benim biz bize bizim`,
    questionPhrases: none,
    impliedWords: `para fiyat fiyatı ücreti tutar tutuyor sürer sürüyor süre saat saatte saatler gün yıl dakika ay hafta lazım
      gerek gerekli gerekiyor yüksek derin kadar fazla en`,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'ne', verbs: 'yapar yapıyor yarar' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    codeRequests: none,
    aggregation: {
      howManyWithin:
        'kaç(?: tane| adet| kişi)?(?!\\p{L})(?! (?:para|lira|yaş|saat|gün|ay|yıl|kilo|derece|metre))',
    },
    places: none,
    placesWithin: none,
  },
  talking: none,
  telling: {
    definitions: none,
    answerCues: none,
    overview: none,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames: 'kaynak, kaynaklar, kaynakça',
  },
  claiming: none,
  wording: {
    greeting: 'Merhaba. Bana belgelerle ilgili bir şey sorun.',
    thanks: 'Rica ederim.',
    farewell: 'Hoşça kalın.',
    introduction:
      'Soruları bu belgelere dayanarak yanıtlıyor ve her cümlenin nereden geldiğini gösteriyorum. Belgelerin konuları: {topics}. Bunlardan birini sorun.',
    noDocuments: 'Burada yanıt verebileceğim bir belge yok. Şununla belge ekleyin: footnote ingest YOL',
    refusal:
      '{why} Belgelerin konuları: {topics}. Bunlardan birini sorun ya da yanıtı içeren belgeler ekleyin.',
    nothingFound: 'Belgelerde bununla ilgili bir şey bulamadım.',
    tooLittleFound: 'Belgelerde bununla ilgili yanıt verecek kadar bilgi bulamadım.',
    nothingProven: 'Bununla ilgili belgelerin desteklediği bir şey bulamadım.',
    quoted: '“{words}”',
    listSeparator: ', ',
    andMore: '{list} ve diğerleri',
    titleWithHeadings: '{title} ({headings})',
    storeAway:
      'Belgelere şu anda ulaşılamıyor, bu nedenle bu, sorunun yanıtı değildir. Son yanıtlarda en çok alıntılananlar:',
    notBorneOut: 'Bu yanıttaki hiçbir şeyi belgeler desteklemiyor.',
    modelAway: 'Dil modeli yanıt vermedi, bunun yerine belgelerden alıntı yapıldı. {reason}',
    modelSilent: 'Model yanıt vermiyor. {span} sonra yeniden denenecek.',
    highTraffic: 'Yoğunluk var, lütfen bekleyin.',
    highTrafficFor: 'Yoğunluk var, lütfen {span} bekleyin.',
    wordsNowhere: 'Belgelerin hiçbirinde {words} geçmiyor; yanıt en yakın olana dayanıyor.',
    notMentioned: 'Alıntılanan bölümlerde {words} geçmiyor.',
    noName: 'Alıntılanan bölümlerde ad geçmiyor.',
    countedRows: '{total} satırdan {count}: {conditions}',
    asksForEverything:
      'Bu soru belgelerdeki her şeyle ilgili. Yalnızca ona en uygun bölümler okundu, bu yüzden yanıt eksik olabilir.',
    notRewritten: 'Soru, aramadan önce yeniden yazılmadı. {reason}',
    notRegenerated: 'Yanıt yeniden yazılmadı. {reason}',
    notCalibrated:
      'Koleksiyon ayarlanmamış, bu yüzden güven olarak ilgililik kullanılıyor. Şununla ayarlayın: footnote calibrate',
    passagesNotGiven: 'Modele verilmeyen bölümlere yapılan atıflar çıkarıldı: {numbers}.',
    quoteGone: '{path} içinde bulunan bir cümle artık orada değil; çıkarıldı.',
    sentencesLeftOut: 'Belgeler desteklemediği için çıkarılan cümleler: {count}.',
    checkedByWords: 'Yalnızca sözcüklerine göre denetlenen cümleler: {count}. {reason}',
  },
};
