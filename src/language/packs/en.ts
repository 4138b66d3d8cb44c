import { type LanguagePack, none } from '../language-pack.ts';

/** What Footnote itself says. What stands in braces is filled in. Each other language has the same sentences. */
export const wording = {
  greeting: 'Hello. Ask me something about the documents.',
  thanks: 'You are welcome.',
  farewell: 'Goodbye.',
  introduction:
    'I answer questions from these documents and show where each sentence comes from. They cover: {topics}. Ask about one of these.',

  noDocuments: 'There are no documents here to answer from. Add some with: footnote ingest PATH',
  refusal: '{why} They cover: {topics}. Ask about one of these, or add documents that contain the answer.',
  nothingFound: 'I found nothing about this in the documents.',
  tooLittleFound: 'I found too little about this in the documents to answer.',
  nothingProven: 'I found nothing about this that the documents support.',

  quoted: '“{words}”',
  listSeparator: ', ',
  andMore: '{list} and more',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'The documents cannot be reached right now, so this is not an answer to the question. Quoted most in recent answers:',
  notBorneOut: 'Nothing in this answer is supported by the documents.',
  modelAway: 'The language model gave no answer, so the documents are quoted instead. {reason}',
  modelSilent: 'The model is not responding. Asking again in {span}.',
  highTraffic: 'High traffic, please wait.',
  highTrafficFor: 'High traffic, please wait {span}.',

  wordsNowhere: 'None of the documents contains {words}; the answer comes from what is closest.',
  notMentioned: 'The passages cited do not mention {words}.',
  noName: 'The passages cited give no name.',
  countedRows: '{count} of {total} rows: {conditions}',
  highestOfRows: 'Highest {column} of {total} rows: {value}',
  lowestOfRows: 'Lowest {column} of {total} rows: {value}',
  latestOfRows: 'Latest {column} of {total} rows: {value}',
  earliestOfRows: 'Earliest {column} of {total} rows: {value}',
  totalOfRows: 'Total {column} of {total} rows: {value}',
  asksForEverything:
    'This question is about everything in the documents. Only the passages that fit it best were read, so the answer may be incomplete.',
  notRewritten: 'The question was not rewritten before the search. {reason}',
  notRegenerated: 'The answer was not rewritten. {reason}',
  notCalibrated:
    'The collection is not calibrated, so relevance is used as the confidence. Calibrate it with: footnote calibrate',
  passagesNotGiven: 'Citations of passages that the model was not given were left out: {numbers}.',
  quoteGone: 'A sentence found in {path} is no longer there; it was left out.',
  sentencesLeftOut: 'Sentences left out because the documents do not support them: {count}.',
  checkedByWords: 'Sentences checked only by their words: {count}. {reason}',
} as const;

/** English. */
export const en: LanguagePack = {
  name: 'English',
  writing: {
    evidence: {
      words: `the of and to in is that it for with as was are by what how which does from this have not be on who whom
      whose when where why did do has had can could would should were been or at an any some there their its my your
      we you they about between into than other most many much if he she his her our will may must me all no more
      out up after before during long find get often old per hi under over through without within against only then
      these those ten air ale cad care door fins font hay mine nor pod pot pro sense seo zen ali ben dan kim meg
      mia`,
      letters: '',
      endings:
        'en er te ing tion ness ship ment ly able ity ed ies ous ful ance ence ght ck th sh wn tore tores ores age ages els es ter ate ning hed ace one ler ier are ad ade eel eer ern et im ir ok oon oor val vel',
    },
    stemmer: 'own',
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations:
      'mr mrs ms messrs dr prof rev hon st mt ft gen col maj capt lt sgt gov sen rep pres vs cf e.g i.e viz approx',
    functionWords: `a an the this that these those it its they them their theirs he him his she her hers we us our ours you your
    yours i me my mine itself themselves who whom whose which what when where while whether if then than so as
    and or but also both either of to in on at by for from with within into onto upon about via is are was were be been
    being am do does did doing done has have had having can could may might must shall should will would there here
    thus therefore hence however according`,
  },
  figures: {
    months:
      'january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
    dayForms: [
      '{day} {month} {year}',
      '{month} {day} {year}',
      '{month} {nth} {year}',
      '{nth} {month} {year}',
      '{nth} of {month} {year}',
    ],
    ranges: { to: 'to until till through', and: 'and', between: 'between' },
    numbers: `zero - two|twice three|thrice four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty`,
    tens: 'thirty forty fifty sixty seventy eighty ninety',
    scales: { thousand: 'thousand', million: 'million', billion: 'billion' },
    units: {
      m: 'metre meter',
      km: 'kilometre kilometer',
      cm: 'centimetre centimeter',
      mm: 'millimetre millimeter',
      m2: 'square',
      m3: 'cubic',
      ft: 'foot feet',
      mi: 'mile',
      kg: 'kilogram kilo',
      g: 'gram',
      t: 'tonne ton',
      l: 'litre liter',
      ml: 'millilitre milliliter',
      h: 'hour',
      min: 'minute',
      s: 'second',
      ms: 'millisecond',
      w: 'watt',
      kw: 'kilowatt',
      mw: 'megawatt',
      gw: 'gigawatt',
      kwh: 'kilowatt-hour',
      kb: 'kilobyte',
      mb: 'megabyte',
      gb: 'gigabyte',
      tb: 'terabyte',
      day: 'day',
      week: 'week',
      month: 'month',
      year: 'year',
      '%': 'percent',
      $: 'dollar usd',
      '€': 'euro eur',
      '£': 'pound gbp sterling',
      '¥': 'yen yuan jpy cny',
    },
    celsius: ['degrees Celsius', 'degree Celsius', 'degrees centigrade'],
    approximately: 'about|around|roughly|approximately|approx\\.?|nearly|almost|some|circa|ca\\.?|c\\.',
  },
  asking: {
    questionWords: `what which who whom whose when where why how
    much many do does did has have had can could would should may might must am were been being shall
    i me my we us our you your its please pls tell about all every each any`,
    questionPhrases: none,
    impliedWords: none,
    wordShare: none,
    measures: {
      price:
        '(?:how much|what) (?:\\S+ ){1,8}?costs?|how much (?:\\S+ ){1,8}?(?:pay|paid|spend|spent)|what (?:is|are|was|were) the price',
      weight: 'how heavy|how much (?:\\S+ ){1,8}?weighs?|what (?:is|was) the (?:\\S+ )?weight',
      speed: 'how fast|what (?:is|was) the (?:\\S+ )?speed',
      length: 'how (?:deep|tall|wide)|what (?:is|was) the (?:\\S+ )?(?:depth|height|width)',
      temperature: 'how (?:hot|warm|cold)|what (?:is|was) the (?:\\S+ )?temperature',
      name: 'who (?:is|are|was) (?:the|your|our)',
    },
    requests: { verbs: 'list show give find name explain describe', articles: 'the a an some' },
    askingVerbs: { asking: 'what how', verbs: 'meant come happened say says said' },
    degrees: {
      how: 'how',
      adjectives: 'long old far tall high deep wide big large heavy fast quickly often soon late early',
    },
    askingOpenings: [
      '(?:just )?(?:a )?quick q(?:uestion)?',
      `(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody)(?: (?:please|pls|kindly))?
      (?:tell|explain|show|describe|help|give)(?: to)?(?: (?:me|us))?(?: (?:to )?(?:understand|know|find out|find))?`,
      `(?:do you|does anyone|does anybody|does someone|anyone|anybody|someone) (?:happen to )?know(?: (?:about|if|whether))?`,
      "(?:i (?:was|have been|['’]ve been) told|(?:someone|somebody|they) told (?:me|us)|i(?:['’]ve| have)? (?:heard|read))(?: that)?",
      'is it (?:true|correct|right) that',
      'any (?:idea|clue)s?(?: (?:about|if|whether))?',
      `i(?:['’]d| would)? (?:like|want|need|love|wanted) to
      (?:know|understand|find out|ask|learn)(?: (?:more|you|about|if|whether))*`,
      "i(?: am|['’]m| was)? wonder(?:ing|ed)?(?: (?:more|you|about|if|whether))*",
      `(?:i(?: am|['’]m) )?(?:looking|searching) for (?:(?:some|any|more) )?(?:info|information|details|help)
      (?:on|about|for|regarding|with)`,
      '(?:i )?need (?:(?:some|any|more) )?(?:info|information|details|help) (?:on|about|for|regarding|with)',
      '(?:please )?help me(?: to)? (?:understand|find out|find|with)',
      '(?:(?:please|pls) )?(?:tell me|explain(?: to me)?)(?: (?:if|whether)|(?= (?:what|how|why|when|where|who|which) ))',
      '(?:is it|would it be) possible(?: to)?',
      'is there (?:a|any|some) way (?:to|of)',
      'what do the (?:docs|documents|documentation|texts?|files) say (?:about|on)',
      `(?:based on|according to|using|from|in) (?:the|this|these|your|my)(?: (?:provided|given|above|uploaded|attached))?
      (?:docs|documents?|documentation|texts?|files?|passages?|context|sources?)`,
    ],
    askingClosings: [
      '(?:is (?:that|this|it)|that is) (?:true|right|correct|so)',
      '(?<=,\\s?)(?:right|correct)',
    ],
    questionEnd: none,
    answerTypes: {
      reason: 'why|how come|how so|for what reason',
      quantity:
        'how (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|heavy|expensive)|what (?:percent|percentage|number|amount)|what (?:is|are|was|were) the (?:price|cost|fee)s? of',
      time: 'when|(?:what|which) (?:year|date|day|month|century|decade|time)',
      person: 'who(?:m|se)?',
      place: 'where|(?:what|which) (?:city|country|state|place|town|region|location)',
    },
    lists: {
      steps:
        'how (?:do|does|can|could|should|would|must|might) (?:i|we|you|one|they|people|users?)|how to|what (?:do|must|should) (?:i|we|you|one) (?:(?:need|have) to )?do to|(?:walk|guide|talk) me through|how (?:is|are) (?:.* )?(?:installed|set up|configured|built|made|created|started|used|run)|steps|procedure|instructions',
      items:
        "what (?:are|were) (?:the|its|their|all|some)|what(?:[’']s| is| are| was| were| ha(?:s|ve)(?: been)?)? (?:new|\\p{L}{3,}(?<!e)ed)(?=\\s*(?:[?.!,]|$)|\\s(?:in|for|by|with|from|at|on|during|since|to)\\s)|(?:what|which) (?:.* )?(?:are|were) there|^(?:please )?(?:list|name|enumerate)|^(?:give|show)(?: me)? (?:all|a list)|^which (?:\\p{L}+ ){0,3}\\p{L}+s (?:can|do|are|were|have|should|must)",
    },
    comparison:
      /^(?:(?:what(?:['’]s| is| are)|explain|tell me) )?(?:the )?(?:main |key )?differences? between(?: the)?\s|^compare(?: the)?\s|(?<=^how (?:do|does|did|is|are|was|were)\b.*)\b(?:differ|different)(?: from)?\b/iu,
    alternatives: 'or',
    codeRequests:
      /\b(?:code|snippet|script|command|example)s? (?:of|for|to|that|in|which)\b|\b(?:what|which) commands?\b|\b(?:show|give|write)\b.{0,40}\b(?:code|snippet|script|command|example)s?\b|\bcommand[ -]line\b/iu,
    aggregation: {
      howMany: 'how many|(?:what (?:is|was|are) )?the number of|number of',
      listing:
        '(?:please |can you |could you )?(?:list|name|enumerate|count|give me|show(?: me)?|find|compare|summari[sz]e)(?: a list of)? (?:all|every|each|the number of)|what are all|who are all',
      counting: '(?:how many|which|what)(?: of (?:the|these|our|my|your|all(?: the)?))?',
      documents:
        'documents|files|chapters|sections|pages|articles|papers|reports|entries|passages|notes|letters|e-?mails|contracts|invoices',
      mention:
        'mention|name|discuss|cover|contain|refer to|talk about|speak of|describe|deal with|say|cite|are about|are there|do (?:we|you|i) have',
      often: 'how (?:often|many times)',
      mentioned: 'mentioned|named|cited|discussed|referred to|talked about',
    },
    places: {
      page: 'page|p\\.|slide|sheet',
      section: 'section|sec\\.|chapter|clause',
      before: 'according to|as per|on|in|at|of|from|under',
      says: 'says?|said|according|about|explains?|describes?|discuss(?:es)?|mentions?|covers?|contains?|summari[sz]e',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'price prices cost costs fee fees fare fares charge charges',
        asked: 'expensive cheap',
        more: 'most expensive|more expensive|priciest|dearest|costliest',
        less: 'cheapest|cheaper|least expensive|less expensive',
      },
      weight: {
        named: 'weight weights',
        asked: 'weigh weighs heavy light',
        more: 'heaviest|heavier',
        less: 'lightest|lighter',
      },
      length: {
        named: 'length duration pages',
        asked: 'long short',
        more: 'longest|longer',
        less: 'shortest|shorter',
      },
      height: {
        named: 'height elevation altitude',
        asked: 'high tall',
        more: 'tallest|taller',
        less: 'shortest|shorter',
      },
      width: {
        named: 'width',
        asked: 'wide narrow',
        more: 'widest|wider|broadest|broader',
        less: 'narrowest|narrower',
      },
      depth: { named: 'depth', asked: 'deep shallow', more: 'deepest|deeper', less: 'shallowest|shallower' },
      speed: {
        named: 'speed',
        asked: 'fast slow',
        more: 'fastest|faster|quickest|quicker',
        less: 'slowest|slower',
      },
      size: {
        named: 'size area capacity population',
        asked: 'big large small',
        more: 'largest|larger|biggest|bigger',
        less: 'smallest|smaller',
      },
      age: { named: 'age', asked: 'old young', more: 'oldest|older', less: 'youngest|younger' },
      date: {
        named: 'date year',
        asked:
          'built launched released published opened founded established started joined born made issued placed introduced commissioned registered',
        more: 'newest|newer|latest|most recent(?:ly)?|youngest',
        less: 'oldest|older|earliest|longest[ -]serving',
      },
      phone: { named: 'phone telephone tel', asked: none, more: none, less: none },
      birth: { named: 'birth birthday dob', asked: 'born', more: none, less: none },
      author: { named: 'author authors writer', asked: 'wrote written', more: none, less: none },
    },
    most: 'most|highest|largest|greatest|biggest|maximum|max',
    least: 'least|lowest|smallest|fewest|minimum|min',
    relations: {
      above: {
        before:
          'more than|over|above|greater than|higher than|larger than|bigger than|exceed(?:s|ed|ing)?|after|later than',
        behind: none,
      },
      atLeast: {
        before: 'at least|no less than|no fewer than|a minimum of|since|from',
        behind: 'or more|or above|or over|and above|or later',
      },
      below: {
        before: 'less than|fewer than|under|below|lower than|smaller than|before|prior to|earlier than',
        behind: none,
      },
      atMost: {
        before: 'at most|no more than|not more than|up to|a maximum of|until|by',
        behind: 'or less|or fewer|or under|or below|or earlier',
      },
    },
    than: 'than',
    total: 'total|sum|altogether|combined',
    quantities: 'quantity qty pieces pcs count stock',
    rows: 'row rows entry entries record records item items line lines people persons employees members',
    telling:
      'live lives living located based use uses using used work works working belong belongs listed total altogether currently give gives given',
    yes: 'yes true',
    no: 'no false',
  },
  talking: {
    smallTalk: {
      greeting: `hi, hello, hey, good morning, good afternoon, good evening, good day, greetings,
      how are you, how are you doing, hows it going, whats up`,
      greeted: 'there, all, everyone, team, guys',
      thanks: `thanks, thank you, thanks a lot, thank you very much, many thanks, great thanks, ok thanks, cheers,
      perfect thanks, thx, ty, thanks so much, thank you so much, thanks for your help, thank you for your help,
      thanks for the help, thanks in advance, thank you in advance, thank u, no thanks, no thank you`,
      acknowledgement: `thats all, that helps, that helped, that was helpful,
      very helpful, good to know, great answer, ok, okay, got it, ok got it, i see, i understand, great, cool, ok cool,
      awesome, perfect, understood, never mind`,
      farewell:
        'bye, goodbye, bye bye, see you, see you later, see you soon, see you tomorrow, good night, take care',
      introduction: `help, help me, can you help me, who are you, what are you, what can you do, what can you do for me,
      what do you do, how can you help, how can you help me, what can i ask, what can i ask you, what can i ask here,
      what can i ask about, what topics can i ask about, what do you know, how do i use this,
      what can i ask you about, what can you help me with, what can you tell me, what information do you have,
      what are the documents about, what are these documents about, what do the documents cover,
      what do these documents contain, what is in the documents, what is in these documents,
      what topics do the documents cover,
      what topics are covered, which topics are covered, what topics are there, what topics do you cover,
      what documents are there, which documents are there, what documents do you have, which documents are here,
      which documents do you have, what documents do you know, summarize the documents, summarise the documents,
      summarize all documents, summarise all documents`,
    },
    continuations: 'and but so also or',
    turning: 'what about|how about',
    pointers: `it its they them their theirs he him his she her hers this that these those there then one ones such same
    latter former both either neither others another so else instead`,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: '(?:is|are|was|were) there|there (?:is|are|was|were)',
    expletives:
      'is it(?= \\p{L}+ to )|it (?:is|was)(?= \\p{L}+ (?:to|that) )|at the same time|such as|so that|one of|(?:does|can|may|must|should) one|both(?= .{1,80} and )|either(?= .{1,80} or )|neither(?= .{1,80} nor )',
    more: /^(?:(?:please|can you|could you)\s+)*(?:(?:(?:tell|show|give) (?:me )?)?(?:(?:some |any |in )?more(?: details?| information| info)?)|say more|go on|continue|what else(?: is there)?|anything else|explain (?:more|further|(?:(?:it|that|this) )?in more detail)|elaborate|expand)(?: (?:about|on|of) (?:it|that|this|them|these|those))?(?: please)?$/iu,
    correction: {
      refusing: 'no|nope|sorry|wait|oh|oops|actually',
      meaning:
        "(?:what )?i (?:actually )?(?:meant|mean)(?: was| is| to ask)?|i(?: am|['’]m| was) asking about",
    },
    naming: 'who whom whose which where',
    ordinals: ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th', 'last'],
    ordinalArticles: 'the ',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^what(?:['’]s| is| are) (.+?)(?: used| good)? for$/iu,
        /^what(?:['’]?s| is| are| was| were)(?: meant by| the (?:definition|meaning) of)? (.+)$/iu,
        /^what do you mean by (.+)$/iu,
        /\bwhat (?:does|do) (.+?) (?:mean|do|stand for|return|print|output|check|represent|specify|control)\b/iu,
        /^what (.+) (?:is|are|means?)$/iu,
        /^how (?:is|are) (.+) defined$/iu,
        /^who is (an? (?:(?!of )\S+ ?){1,2}(?:(?:in|under|within|according to) .+)?)$/iu,
        /(?:^(?:please )?define:?|\bdefinition of) (.+)$/iu,
        /^(.+) (?:definition|meaning)$/iu,
      ],
      copula:
        /\b(?:is|are|was|were) (?:an?|the|one of|yet another|used to|any|what|how|where|when|all|every|each|either)\b|\b(?:shall mean|means?|refers? to|stands? for|consists? of|denotes?|(?:is|are) (?:called|defined))\b/iu,
      indefinite: 'an?',
      definite: 'the',
      factEnd:
        /\b(?:to|of|for|by|in|on|with|from|at|about|like|called|named|known as|numbers?|names?|dates?|prices?|costs?|fees?|amounts?|totals?|addresse?s?|e-?mails?|codes?|ids?|sizes?|lengths?|rates?|status)$/iu,
      where: /\s(?:in|under|within|according to|for the purposes? of)\s.+$/iu,
    },
    answerCues: {
      amounts: 'one|half|twice|dozen',
      centuries: 'centur(?:y|ies)',
      hours: String.raw`[ap]\.?m|o['’]clock`,
      reasons:
        'because|since|due to|so that|in order to|otherwise|reasons?|thanks to|owing to|caused? by|therefore|thus|hence',
    },
    sourceNames:
      'source, sources, sources used, sources cited, cited sources, source documents, documents used, documents cited, documents referenced, referenced documents, reference, references, references used, citations, footnotes, bibliography, works cited',
  },
  claiming: {
    negations:
      /\b(?:not|no one|no|never|none|nobody|nothing|neither|nor|cannot|without|unable|fails? to|failed to|refus(?:es|ed)|lacks?|hardly|barely)\b|n['’]t\b/giu,
    subjectNegations: /^(?:no|none|nobody|nothing|neither)$/iu,
    deniesByOneWord: true,
    conjunctions: 'and|but',
    endsWithVerb: false,
    hedges:
      /\b(?:may|might|could|possibly|perhaps|[Pp]erhaps|probably|allegedly|reportedly|[Ii]t is (?:possible|likely))\b/u,
    allowances:
      /\b(?:can|able|up to|at most|no more than|limited to|entitled|allow\w*|permit\w*|possible|potential\w*|likel\w+|optional\w*|option|eligible|free to|right|should|must|would|expected|seems?|appears?|suggest\w*|estimat\w*|if|unless)\b/iu,
    opposites: `more greater higher +over +above +exceed / less fewer lower +under +below;
    most maximum highest largest / least minimum lowest smallest; most majority / few minority;
    all every each always entire both whole / some several few sometimes occasionally certain partly most majority mostly many;
    every each all both / hardly; many numerous most often / few rarely seldom; only solely / everything anything;
    often usually generally / always never; both / neither one;
    because since due therefore thus hence owing consequently order so
      / although though despite nevertheless regardless;
    cause lead allow enable result help produce let permit / prevent hinder avoid; over above / under below;
    first / last final; before +prior +earlier / after +later;
    increase rise rose risen grow grew grown gain / decrease fall fell fallen drop decline shrink shrank lose lost;
    faster quicker / slower; longer / shorter; larger bigger / smaller; older / newer younger;
    earlier sooner / later; better / worse; cheaper / dearer costlier; wider / narrower; deeper / shallower;
    heavier / lighter; stronger / weaker; warmer hotter / colder cooler; warm hot / cold cool; include / exclude except;
    must shall required mandatory compulsory obligatory / should may might optional voluntary recommended;
    will / might may could; allowed permitted / forbidden prohibited banned; accept approve / reject refuse;
    open / closed; won / lost; buy bought / sell sold; import / export; north northern / south southern;
    east eastern / west western; inside / outside; internal / external; public / private; upper / lower;
    succeed succeeded / fail; enable / disable; encrypt / decrypt; upload / download; ascending / descending;
    wet / dry; full / empty; high height / low; long length / short; wide width / narrow; deep depth / shallow;
    thick thickness / thin; heavy weight weigh / light; synchronous / asynchronous; clockwise / anticlockwise counterclockwise; horizontal / vertical;
    positive / negative; temporary / permanent; valid / invalid; legal / illegal; possible / impossible;
    tenant / landlord; employee / employer; buyer / seller; lender / borrower`,
    than: '(?<!\\p{L})than(?!\\p{L})',
    absence: [
      String.raw`\b(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|information|documentation)(?:\s(?:provided|given|above|available))?\s(?:do|does|did)(?:\snot|n['’]t)\s(?:\p{L}+ly\s)?(?:mention|state|say|specify|contain|include|provide|give|cover|address|describe|indicate|discuss|explain|list)\b`,
      String.raw`\b(?:is|are|was|were)(?:\snot|n['’]t)\s(?:\p{L}+ly\s)?(?:mentioned|stated|specified|given|provided|covered|addressed|described|included|discussed)\s(?:in|by)\s(?:\p{L}+\s){1,3}(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|documentation)\b`,
      String.raw`\b(?:no|any)\s(?:information|mention|details?)\b[^.;]{0,80}\bin\s(?:\p{L}+\s){1,3}(?:documents?|sources?|passages?|excerpts?|texts?|context|materials?|documentation)\b`,
    ],
    attribution: {
      texts:
        '(?:documents?|documentation|texts?|passages?|sources?|excerpts?|articles?|handbooks?|manuals?|guides?|guidelines?|polic(?:y|ies)|reports?|sections?|chapters?|pages?|contexts?|files?|agreements?|contracts?|papers?|information|materials?|books?|leases?|citations?)(?: (?:provided|given|above|in question|\\d+))?',
      phrases: [
        'according to NP',
        'as (?:\\p{Ll}+ )?(?:stated|mentioned|described|noted|explained|specified|outlined|indicated|shown|defined|set out|given|per)(?: (?:in|by))? NP',
        '(?:based on|as per|per) NP',
        '^NP(?: (?:also|clearly|explicitly|further|then|specifically))? (?:states?|stated|says?|said|mentions?|notes?|explains?|indicates?|specif(?:y|ies)|reports?|confirms?|makes? clear|points? out)(?: that| to|QUOTED)',
        "^(?:it is|it’s|it's) (?:stated|mentioned|noted|explained|specified|indicated)(?: in NP)? that",
        '^in NP,? (?:it (?:says|is (?:stated|mentioned|noted|explained)))(?: that)?',
      ],
    },
  },
  wording,
};
