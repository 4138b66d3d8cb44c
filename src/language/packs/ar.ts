import { type LanguagePack, none } from '../language-pack.ts';

/** Arabic. */
export const ar: LanguagePack = {
  name: 'Arabic',
  writing: {
    evidence: none,
    stemmer: 'own',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: `في من إلى الى على عن مع و أو أم ثم أن ان إن أنه أنها إنه إنها لأن الذي التي الذين اللذان اللتان اللاتي هذا
      هذه ذلك تلك هؤلاء هو هي هم هما هن أنا نحن أنت أنتم كان كانت يكون تكون قد لقد سوف إذا اذا عند عندما حيث كما
      لدى لدي لدينا عندي خلال ما ماذا متى أين كيف هل كم أي يتم تم يمكن يجب به بها له لها فيه فيها منه منها إليه
      إليها عليه عليها وهو وهي جدا`,
  },
  figures: {
    months:
      'يناير|فبراير شباط|مارس آذار|أبريل إبريل نيسان|مايو أيار|يونيو حزيران|يوليو تموز|أغسطس|سبتمبر أيلول|أكتوبر|نوفمبر|ديسمبر',
    dayForms: none,
    ranges: none,
    numbers: `صفر - اثنان|اثنين|اثنتان|اثنتين ثلاثة|ثلاث أربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثماني|ثمان تسعة|تسع
    عشرة|عشر - - - - - - - - - عشرون|عشرين`,
    tens: 'ثلاثون|ثلاثين أربعون|أربعين خمسون|خمسين ستون|ستين سبعون|سبعين ثمانون|ثمانين تسعون|تسعين',
    scales: { thousand: 'ألف آلاف', million: 'مليون ملايين', billion: 'مليار' },
    units: {
      m: 'متر',
      km: 'كيلومتر كيلومترا',
      kg: 'كيلوغرام كيلو',
      l: 'لتر',
      h: 'ساعة ساعات',
      min: 'دقيقة دقائق',
      day: 'يوم أيام',
      year: 'سنة سنوات',
      '€': 'يورو',
      $: 'دولار',
    },
    celsius: ['درجة مئوية'],
    approximately: 'نحو|حوالي|تقريبا',
  },
  asking: {
    questionWords: `ما ماذا من متى أين اين كيف لماذا كم أي أية هل بماذا عما بم هو هي كان كانت يكون تكون تم يتم لدي لدينا عندي يمكنني يجب`,
    questionPhrases: none,
    impliedWords: `بكم سعر ثمن تكلفة يكلف تكلف تستغرق يستغرق مدة وقت ساعة ساعات يوم أيام سنة سنوات دقيقة شهر أسبوع أحتاج أحتاجه
      يلزم مطلوب لازم ارتفاع عمق أقصى أدفع`,
    requests: none,
    askingVerbs: { asking: 'ماذا ما', verbs: 'يفعل تفعل يقول تقول' },
    degrees: none,
    askingOpenings: [
      '(?:هل )?(?:يمكنك|تستطيع|بإمكانك)(?: أن)? (?:تخبرني|إخباري|تشرح لي|تقول لي)',
      '(?:أريد|أود|أرغب)(?: (?:في|أن))* (?:أعرف|معرفة|أفهم|فهم|أسأل عن)',
      'هل (?:تعرف|تعلم|يعرف أحد|يعرف أحدكم)(?: (?:إذا كان|إذا|إن))?',
      '(?:قيل لي|سمعت|قرأت) [إأ]ن',
      'هل صحيح أن',
    ],
    askingClosings: ['هل (?:هذا|ذلك) صحيح'],
    questionEnd: none,
    answerTypes: {
      reason: 'لماذا',
      quantity: '[وفب]?كم|ما (?:هو |هي )?(?:عدد|نسبة|مقدار)',
      time: 'متى|أي (?:عام|سنة|يوم|شهر|قرن|عقد|تاريخ)|ما (?:هو )?تاريخ',
      person: '^من|من (?:هو|هي|هم|الذي|التي)|لمن',
      place: 'أين|أي (?:مدينة|بلد|دولة|ولاية|منطقة|مكان)',
    },
    lists: none,
    comparison: none,
    codeRequests: none,
    aggregation: {
      howMany: 'كم(?: عدد)?',
      listing: '(?:اذكر|عدد|اسرد|أعطني)(?: لي)? (?:كل|جميع)',
      counting: 'كم(?: عدد)?|ما هي|أي',
      documents:
        'وثيقة|ملفا?ً?|فصلا?ً?|صفحة|مقالا?ً?|تقريرا?ً?|الوثائق|الملفات|الفصول|الصفحات|المقالات|التقارير|العقود',
      mention: 'التي|[تي]ذكر|[تي]تحدث|[تي]تناول|[تي]حتوي|[تي]شير|[تي]وجد',
      often: 'كم مرة',
      mentioned: 'ذ[ُ]?كر[ت]?|[تي]ذكر',
    },
    places: none,
    placesWithin: none,
  },
  talking: {
    smallTalk: {
      greeting: 'مرحبا, السلام عليكم, صباح الخير, مساء الخير, أهلا, كيف حالك',
      thanks: 'شكرا, شكرا جزيلا, شكرا لك, شكرا على المساعدة',
      acknowledgement: 'حسنا, تمام',
      farewell: 'وداعا, مع السلامة, إلى اللقاء, تصبح على خير',
      introduction: 'مساعدة, من أنت, ماذا تستطيع أن تفعل, ماذا يمكنني أن أسأل, عم تتحدث الوثائق',
    },
    continuations: none,
    turning: 'و?ماذا عن',
    pointers: `هو هي هم هما هذا هذه ذلك تلك هؤلاء أولئك هناك منه منها منهم فيه فيها عنه عنها له لها لهم به بها بهم إليه إليها
    عليه عليها`,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: none,
    expletives: '(?:ما|من) ه(?:و|ي|م|ما|ن)(?= \\p{L})',
    more: /^(?:أخبرني (?:المزيد|أكثر)|المزيد|أكثر|تابع|واصل|ماذا أيضا|ماذا أيضًا)$/u,
    correction: { refusing: 'لا|عذرا|عفوا', meaning: '(?:كنت )?(?:أقصد|أعني)' },
    naming: 'من أي أين',
    ordinals: ['[أا]ول', 'ثاني', 'ثالث', 'رابع', 'خامس', '[أا]خير'],
    ordinalArticles: 'و?ال',
    ordinalsWithin: none,
  },
  telling: {
    definitions: none,
    answerCues: {
      amounts: 'نصف|ضعف',
      centuries: '(?:ال)?قرن|(?:ال)?قرون|(?:ال)?عقد',
      reasons: 'لأن|لأنه|لأنها|بسبب|لكي|حتى|نظرا|لذلك|سبب',
    },
    overview: none,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames: 'المصدر, المصادر, المرجع, المراجع, الهوامش, الحواشي',
  },
  claiming: {
    negations: /(?<!\p{L})(?:لا|لم|لن|ليس|ليست|ما|غير|دون|بدون)(?!\p{L})/gu,
    subjectNegations: none,
    deniesByOneWord: false,
    conjunctions: none,
    endsWithVerb: false,
    hedges: none,
    allowances: none,
    opposites: none,
    than: none,
    absence: none,
    attribution: none,
  },
  wording: {
    greeting: 'مرحبًا. اسألني عن الوثائق.',
    thanks: 'على الرحب والسعة.',
    farewell: 'مع السلامة.',
    introduction:
      'أجيب عن الأسئلة من هذه الوثائق وأذكر لكل جملة موضعها. تتناول الوثائق: {topics}. اسأل عن أحد هذه المواضيع.',

    noDocuments: 'لا توجد هنا وثائق للإجابة منها. أضف بعضها بالأمر: footnote ingest PATH',
    refusal: '{why} تتناول الوثائق: {topics}. اسأل عن أحد هذه المواضيع، أو أضف وثائق تحتوي على الإجابة.',
    nothingFound: 'لم أجد شيئًا عن هذا في الوثائق.',
    tooLittleFound: 'ما وجدته عن هذا في الوثائق أقل من أن يكفي للإجابة.',
    nothingProven: 'لم أجد في الوثائق جملة عن هذا يمكنني إثباتها.',

    quoted: '«{words}»',
    listSeparator: '، ',
    andMore: '{list} وغيرها',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'لا يمكن الوصول إلى الوثائق الآن، ولذلك لا يجيب هذا عن السؤال. أكثر ما اقتبسته الإجابات الأخيرة:',
    notBorneOut: 'لا شيء في هذه الإجابة تدعمه الوثائق.',
    modelAway: 'لا يستجيب النموذج اللغوي، ولذلك تُقتبس الوثائق بدلًا منه. {reason}',
    modelSilent: 'لا يستجيب النموذج. الوقت المتبقي حتى المحاولة التالية: {span}.',
    highTraffic: 'هناك ضغط كبير، يرجى الانتظار.',
    highTrafficFor: 'هناك ضغط كبير، يرجى الانتظار. مدة الانتظار: {span}.',

    wordsNowhere: 'لا يحتوي أي مستند على {words}؛ تستند الإجابة إلى أقرب ما فيها إليه.',
    notMentioned: 'لا تذكر المقاطع المستشهد بها {words}.',
    countedRows: '{count} من {total} صفوف: {conditions}',
    asksForEverything:
      'يطلب هذا السؤال كل ما هو موجود. لم تُقرأ إلا المقاطع الأنسب له، ولذلك قد تكون الإجابة ناقصة.',
    notRewritten: 'جرى البحث عن السؤال دون إعادة صياغته. {reason}',
    notRegenerated: 'لم تُكتب الإجابة من جديد. {reason}',
    notCalibrated:
      'لم تُعايَر هذه المجموعة، ولذلك فإن درجة الثقة هي الصلة بالسؤال. عايرها بالأمر: footnote calibrate',
    passagesNotGiven: 'مقاطع تذكرها الإجابة ولم تُعطَ لها، وقد حُذفت الإحالة إليها: {numbers}.',
    quoteGone: 'لم يعد {path} يحتوي على جملة وُجدت فيه، وقد حُذفت.',
    sentencesLeftOut: 'عدد الجمل التي حُذفت لأن الوثائق لا تؤيدها: {count}.',
    checkedByWords: 'عدد الجمل التي فُحصت بكلماتها فقط: {count}. {reason}',
  },
};
