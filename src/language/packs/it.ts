import { type LanguagePack, none } from '../language-pack.ts';

/** Italian. */
export const it: LanguagePack = {
  name: 'Italian',
  writing: {
    evidence: {
      words: `il di che la un una per non con del della dello dei delle degli sono le gli lo come nel nella nelle al
      alla alle ai allo dal dalla qual quale quali quanto quanta quanti quante quando dove chi cosa perché più si mi mio mia
      miei mie tuo suo sua suoi loro ha hanno ho può possono deve devono stato stata essere avere fare fa su da tra fra
      sul sulla ci anche se in questo questa serve dice`,
      letters: 'àèéìòù',
      endings: `no to ta li le zione zioni mento menti ità ato ata ati ate are ere ire tto tti tta aggio ggio enza anza ico ica
      ici iche tore tori iamo ndo gli zza one oni ivo iva rno sso`,
    },
    stemmer: 'italian',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: 'sig sigg dott dr avv ing prof cfr es',
    functionWords: `il lo la i gli le l un uno una di del dello della dei degli delle dell d a al allo alla all ai agli alle da dal
    dalla dall in nel nella nei nelle nell su sul sulla sull questo questa questi queste esso essa essi esse lui lei loro ci si ne noi nostro
    suo sua suoi sue io mi mio che chi cui quale quali quando dove mentre se come e ed o ma anche per con tra fra è
    sono era erano fu sarà essere stato stata stati state ha hanno aveva avere può possono deve devono fa fanno così
    secondo`,
  },
  figures: {
    months: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    dayForms: none,
    ranges: { to: 'al', and: 'e', between: 'tra fra' },
    numbers: `zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
    diciassette diciotto diciannove venti`,
    tens: 'trenta quaranta cinquanta sessanta settanta ottanta novanta',
    scales: { thousand: 'mille mila', million: 'milione milioni', billion: 'miliardo miliardi' },
    units: {
      m: 'metro',
      km: 'chilometro',
      cm: 'centimetro',
      mm: 'millimetro',
      m2: 'quadrato',
      m3: 'cubo',
      kg: 'chilogrammo kilo',
      g: 'grammo',
      t: 'tonnellata',
      l: 'litro',
      ml: 'millilitro',
      h: 'ora',
      min: 'minuto',
      s: 'secondo',
      w: 'watt',
      kw: 'kilowatt',
      day: 'giorno giorni',
      week: 'settimana settimane',
      month: 'mese mesi',
      year: 'anno anni',
      '%': 'percento',
      $: 'dollaro',
      '€': 'euro',
      '£': 'sterlina sterling',
      '¥': 'yen yuan',
    },
    celsius: ['gradi Celsius', 'gradi centigradi'],
    approximately: 'quasi|circa',
  },
  asking: {
    questionWords: `qual che cosa chi quale quali quando quanto quanta quanti quante dove come perché è sono era erano fu furono ha
    hanno aveva può possono deve devono c'è cos'è cos'e dov'è dov'e com'è com'e quand'è quant'è qual'è io mi mio mia
    tutti tutte ogni ho hai abbiamo posso possiamo devo dobbiamo`,
    questionPhrases: none,
    impliedWords: `costa costano costare costo prezzo viene vengono dura durano durata tempo mette ora ore giorni anni minuti
      mesi settimane serve servono necessario necessaria bisogno alta alto altezza profondità lungo essere può
      pagare`,
    wordShare: none,
    measures: {
      price: 'quanto costa(?:no)?|qual è il prezzo',
      weight: 'quanto pesa(?:no)?|qual è il peso',
      speed: 'a che velocità|qual è la velocità',
      length: "qual è la (?:profondità|larghezza)|qual è l['’]altezza",
      temperature: '(?:a che|qual è la) temperatura',
      name: "chi è (?:il|la|l['’])",
    },
    requests: {
      verbs: 'elenca mostra mostrami dai dammi trova spiega spiegami descrivi',
      articles: 'il lo la i gli le un uno una',
    },
    askingVerbs: { asking: 'cosa che', verbs: 'a fa fanno fare serve servono dice dicono' },
    degrees: none,
    askingOpenings: [
      `(?:(?:mi|ci) )?(?:puoi|può|potresti|potrebbe|potete)(?: per favore)?
      (?:dire|dirmi|spiegare|spiegarmi|indicarmi|mostrarmi|aiutarmi a (?:capire|trovare))(?: se)?`,
      '(?:vorrei|voglio|mi piacerebbe) (?:sapere|capire|conoscere)(?: se)?',
      '(?:qualcuno sa|sai|sa|sapete)(?: (?:per caso|dirmi))?(?: se)?',
      '(?:mi hanno detto|ho (?:sentito|letto)) che',
      'è vero che',
      'cerco informazioni (?:su|sul|sulla|sui|sulle|sugli)',
      'è possibile',
      "c['’]è (?:un )?modo (?:di|per)",
      '(?:secondo|in base a|nel|nei)(?: (?:il|i|questo|questi))? (?:document[oi]|test[oi]|file)',
    ],
    askingClosings: ['è (?:vero|corretto|così)', '(?<=,\\s?)(?:vero|giusto)'],
    questionEnd: none,
    answerTypes: {
      reason: '^perché|come mai',
      quantity: 'quant[aeio]|(?:che|quale) (?:percentuale|numero|quantità)',
      time: '^(?:(?:da|fino a) )?quando|(?:che|quale?) (?:anno|data|giorno|ora|mese|secolo|decennio)',
      person: 'chi',
      place: "dove|dov[’']è|(?:che|quale) (?:città|paese|stato|luogo|regione)",
    },
    lists: {
      steps:
        'passaggi|procedura|come (?:posso|si può|devo|faccio|fare)|^come (?:\\p{L}+[aei]re|(?!sono|siamo)\\p{L}{3,}o)',
      items: 'quali sono|cosa è cambiato|^(?:elenca|elencare)|quali (?:.* )?ci sono',
    },
    comparison:
      /^(?:(?:qual è|quali sono|che) )?(?:la |le )?differenz[ae] (?:c['’]è )?tra(?: il| la| i| le)?\s|^confronta(?: il| la| i| le)?\s|(?<=^(?:in (?:che )?cosa|come)\b.*)\b(?:differ(?:isce|iscono)|si differenziano?)\b(?: da)?/iu,
    alternatives: 'o oppure',
    codeRequests: none,
    aggregation: {
      howMany: 'quant[ie]',
      listing: '(?:elenca|elencare|elencami|trova|mostra) (?:tutti|tutte|ogni)',
      counting: '(?:quant[ie]|quali)(?: de(?:i|gli|lle))?',
      documents: 'documenti|file|capitoli|pagine|articoli|rapporti|contratti|lettere|fatture',
      mention: 'menzionano|parlano|citano|trattano|contengono|descrivono|ci sono',
      often: 'quante volte',
      mentioned: 'menzionat[oaie]|citat[oaie]|nominat[oaie]',
    },
    places: {
      page: 'pagina|diapositiva|foglio',
      section: 'sezione|capitolo|paragrafo|clausola',
      before: 'secondo|a|in|di|da|nel|nella|del|della|sulla',
      says: 'dice|dicono|parla|tratta|descrive|contiene|spiega|riassumi',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'prezzo prezzi costo tariffa',
        asked: 'costa costano caro cara',
        more: 'più car[oaie]',
        less: 'meno car[oaie]|più economic[oaih]e?|più convenient[ei]',
      },
      weight: {
        named: 'peso',
        asked: 'pesa pesano pesante',
        more: 'più pesant[ei]',
        less: 'più legger[oaie]|meno pesant[ei]',
      },
      length: {
        named: 'lunghezza durata pagine',
        asked: 'lungo lunga dura',
        more: 'più lung(?:[oa]|hi|he)',
        less: 'più cort[oaie]|più brev[ei]',
      },
      height: {
        named: 'altezza altitudine',
        asked: 'alto alta',
        more: 'più alt[oaie]',
        less: 'più bass[oaie]',
      },
      width: {
        named: 'larghezza',
        asked: 'largo larga',
        more: 'più larg(?:[oa]|hi|he)',
        less: 'più strett[oaie]',
      },
      depth: {
        named: 'profondità',
        asked: 'profondo profonda',
        more: 'più profond[oaie]',
        less: 'meno profond[oaie]',
      },
      speed: { named: 'velocità', asked: 'veloce lento', more: 'più veloc[ei]', less: 'più lent[oaie]' },
      size: {
        named: 'dimensione superficie area popolazione',
        asked: 'grande',
        more: 'più grand[ei]',
        less: 'più piccol[oaie]',
      },
      age: {
        named: 'età',
        asked: 'anziano giovane',
        more: 'più anzian[oaie]|più vecchi[oae]?',
        less: 'più giovan[ei]',
      },
      date: {
        named: 'data anno',
        asked: 'costruito aperto fondato pubblicato lanciato',
        more: 'più nuov[oaie]|più recent[ei]',
        less: 'più antic(?:[oa]|hi|he)|più vecchi[oae]?',
      },
      phone: { named: 'telefono tel', asked: none, more: none, less: none },
      birth: { named: 'nascita', asked: 'nato nata', more: none, less: none },
      author: {
        named: 'autore autrice autori author',
        asked: 'scritto scrisse redatto',
        more: none,
        less: none,
      },
    },
    most: 'più|maggior[ei]?|massim[oa]|più alt[oa]',
    least: 'meno|minor[ei]?|minim[oa]|più bass[oa]',
    relations: {
      above: { before: 'più di|oltre|superior[ei] a|dopo(?: il)?', behind: none },
      atLeast: { before: 'almeno|a partire da(?:l)?|dal?', behind: 'o più' },
      below: { before: 'meno di|inferior[ei] a|sotto|prima de(?:l|i)?', behind: none },
      atMost: { before: 'al massimo|fino a(?:l)?', behind: 'o meno' },
    },
    than: 'che|di',
    total: 'total[ei]|somma|in totale',
    quantities: 'quantità qtà pezzi giacenza',
    rows: 'righe persone dipendenti soci',
    telling: 'vivono abitano lavorano lavora hanno costano',
    yes: 'sì si',
    no: 'no',
  },
  talking: {
    smallTalk: {
      greeting: 'ciao, buongiorno, buonasera, buon giorno, salve, come stai, come va',
      greeted: 'a tutti, a tutte',
      thanks: `grazie, grazie mille, molte grazie, tante grazie, grazie per l’aiuto, grazie per il tuo aiuto,
      grazie in anticipo, no grazie, ok grazie`,
      acknowledgement: 'ok, va bene, capito, d’accordo, perfetto',
      farewell: 'arrivederci, a presto, buonanotte, a dopo',
      introduction: `aiuto, chi sei, cosa puoi fare, puoi aiutarmi, come puoi aiutarmi, cosa posso chiedere,
      cosa posso chiedere qui, cosa posso chiederti, di cosa parlano i documenti`,
    },
    continuations: 'e ed ma o',
    turning: 'che dire d(?:i|el|ella|ei|elle)|quanto a',
    pointers: `egli lui lei esso essa essi esse loro suo sua suoi sue questo questa questi queste quello quella quelli
    quelle ciò lì là ne`,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: none,
    expletives: none,
    more: /^(?:dimmi di più|altro|continua|che altro|più dettagli)$/iu,
    correction: {
      refusing: 'no|scusa|scusi|in realtà',
      meaning: '(?:io )?intend(?:evo|o)|(?:volevo|voglio) dire',
    },
    naming: 'chi quale quali dove',
    ordinals: ['prim', 'second', 'terz', 'quart', 'quint', 'ultim'],
    ordinalArticles: "(?:il |la |lo |i |le |gli |del |della |l['’])",
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^(?:(?:che )?cos(?:['’]è|a (?:è|sono|significa|fa|fanno))|che significa|a (?:che )?cosa serv(?:e|ono)) (.+)$/iu,
      ],
      copula:
        /(?<!\p{L})(?:(?:è|sono|era|erano) (?:un[oa]?|il|la|lo|i|gli|le|ogni)(?!\p{L})|è (?:un|l)['’]|(?:significa|indica|consiste in)(?!\p{L}))/iu,
      indefinite: "un[oa]?|un['’]",
      definite: "il|l[aoe]|i|gli|l['’]",
    },
    answerCues: {
      amounts: 'metà|dozzina|doppio',
      centuries: 'secol[oi]|decennio?',
      hours: 'h',
      reasons:
        'perché|poiché|dato che|affinché|grazie a|a causa|ragion[ei]|motiv[oi]|quindi|perciò|altrimenti',
    },
    sourceNames: 'fonte, fonti, riferimento, riferimenti, citazioni, bibliografia',
  },
  claiming: {
    negations: /(?<!\p{L})(?:non|mai|nessun[oa]?|niente|nulla|senza|né)(?!\p{L})/giu,
    subjectNegations: /^(?:nessun[oa]?|niente|nulla|né)$/iu,
    deniesByOneWord: false,
    conjunctions: 'e|ma',
    endsWithVerb: false,
    hedges: /(?<!\p{L})(?:potrebbe(?:ro)?|forse|probabilmente)(?!\p{L})/iu,
    allowances: none,
    opposites: none,
    than: none,
    absence: [
      String.raw`(?<!\p{L})(?:document[oi]|font[ei]|test[oi])(?:\s\p{L}+){0,2}\snon\s(?:menziona|specifica|contien|contengono|indica|dice|dicono|forni)`,
    ],
    attribution: {
      texts:
        '(?:document[oi]|documentazione|manual[ei]|guid[ae]|test[oi]|font[ei]|rapport[oi]|articol[oi]|sezion[ei]|capitol[oi]|pagin[ae]|contratt[oi]|regolament[oi])',
      phrases: [
        '(?:secondo|in base (?:a|al|alla|allo|ai|alle)|stando (?:a|al|alla|allo|ai|alle)) NP',
        '^NP (?:indica|afferma|dice|spiega|specifica|precisa|menziona|stabilisce|conferma)(?:no)?(?: che|QUOTED)',
      ],
    },
  },
  wording: {
    greeting: 'Buongiorno. Mi chieda qualcosa sui documenti.',
    thanks: 'Prego.',
    farewell: 'Arrivederci.',
    introduction:
      'Rispondo alle domande in base a questi documenti e di ogni frase dico dove si trova. I documenti trattano di: {topics}. Chieda di uno di questi argomenti.',

    noDocuments:
      'Qui non ci sono documenti in base ai quali rispondere. Ne aggiunga con: footnote ingest PERCORSO',
    refusal:
      '{why} I documenti trattano di: {topics}. Chieda di uno di questi argomenti, oppure aggiunga documenti che contengano la risposta.',
    nothingFound: 'Su questo non ho trovato nulla nei documenti.',
    tooLittleFound: 'Su questo ho trovato troppo poco nei documenti per rispondere.',
    nothingProven: 'Su questo non ho trovato nei documenti nessuna frase che io possa provare.',

    quoted: '«{words}»',
    listSeparator: ', ',
    andMore: '{list} e altro',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'Al momento i documenti non sono raggiungibili, quindi questo non risponde alla domanda. Le risposte recenti hanno citato soprattutto:',
    notBorneOut: 'Nulla in questa risposta è confermato dai documenti.',
    modelAway: 'Il modello linguistico non risponde, quindi al suo posto si citano i documenti. {reason}',
    modelSilent: 'Il modello non risponde. Nuovo tentativo tra {span}.',
    highTraffic: 'Traffico intenso, attenda per favore.',
    highTrafficFor: 'Traffico intenso, attenda {span} per favore.',

    wordsNowhere: 'Nessun documento contiene {words}; la risposta si basa su ciò che vi si avvicina di più.',
    notMentioned: 'I passi citati non menzionano {words}.',
    noName: 'I passi citati non danno alcun nome.',
    countedRows: '{count} righe su {total}: {conditions}',
    highestOfRows: 'Valore più alto di {column} su {total} righe: {value}',
    lowestOfRows: 'Valore più basso di {column} su {total} righe: {value}',
    latestOfRows: 'Valore più recente di {column} su {total} righe: {value}',
    earliestOfRows: 'Valore meno recente di {column} su {total} righe: {value}',
    totalOfRows: 'Somma di {column} su {total} righe: {value}',
    asksForEverything:
      'Questa domanda chiede tutto quello che c’è. Sono stati letti solo i passaggi più adatti, quindi la risposta può essere incompleta.',
    notRewritten: 'La domanda è stata cercata senza riformularla. {reason}',
    notRegenerated: 'La risposta non è stata riscritta. {reason}',
    notCalibrated:
      'La raccolta non è calibrata, quindi la sua confidenza è la pertinenza. La calibri con: footnote calibrate',
    passagesNotGiven: 'Passaggi che la risposta nomina e che non erano stati forniti; omessi: {numbers}.',
    quoteGone: '{path} non contiene più una frase che vi era stata trovata; è stata omessa.',
    sentencesLeftOut: 'Frasi omesse perché i documenti non le confermano: {count}.',
    checkedByWords: 'Frasi verificate solo in base alle parole: {count}. {reason}',
  },
};
