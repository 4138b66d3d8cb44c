import { type LanguagePack, none } from '../language-pack.ts';

/** German. */
export const de: LanguagePack = {
  name: 'German',
  writing: {
    evidence: {
      words: `der die und das ist nicht ein eine zu den mit von im für auf dem wie was wird sich des auch es sind wer wen
      wem wessen wann wo warum wieso weshalb woher wohin welche welcher welches welchem welchen wurde wurden hat haben
      hatte war waren einen einem einer eines nach aus bei über zur zum als oder kann können darf dürfen muss müssen
      soll sollte viel viele ihr ihre sein seine in an am ich mein meine meinen wir unser sie er lange gibt gilt
      man noch nur unter vor zwischen wegen ohne gegen durch bis seit ab kein keine werden alle wozu wofür steht stehen
      macht dient`,
      letters: 'äöüß',
      endings:
        'en er te ern ung ungen heit keit schaft lich licht isch ische ieren iert frist tag nis tät zeug ette sse tz cht ßen',
    },
    stemmer: 'german',
    isTypedUnaccented: false,
    compoundLinks: ['', 's', 'es', 'n', 'en', 'er', 'e'],
    abbreviations: 'hr fr dr prof st bzw ca z.b d.h u.a vgl abb tab bd geb gest ggf evtl inkl o.g i.d.r sog',
    functionWords: `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen es er sie ihm ihn ihr
    ihre ihren ihrem ihrer ihnen sein seine seinen seinem seiner wir uns unser unsere ich mich mir mein meine man du
    dich dir dein deine sich was wer wen wem welche welcher welches wenn wann wo während ob dass so wie als und oder
    aber auch sowohl in im ins an am ans auf aufs zu zum zur bei beim von vom für aus mit über um ist sind war waren sei
    wird werden wurde wurden worden hat haben hatte hatten kann können konnte darf dürfen muss müssen soll sollen
    sollte will wollen da dort hier daher deshalb somit laut`,
  },
  figures: {
    months:
      'januar jänner jan|februar feb|märz mrz mar|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|dezember dez',
    dayForms: none,
    ranges: { to: 'bis', and: 'und', between: 'zwischen' },
    numbers: `null eins zwei|zweimal drei|dreimal vier|viermal fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig`,
    tens: 'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    scales: {
      thousand: 'tausend tsd',
      million: 'million mio millionen',
      billion: 'mrd milliarde milliarden',
    },
    units: {
      m: 'meter',
      km: 'kilometer',
      cm: 'zentimeter',
      mm: 'millimeter',
      m2: 'quadratmeter',
      m3: 'kubikmeter',
      kg: 'kilogramm kilo',
      g: 'gramm',
      t: 'tonne',
      l: 'liter',
      ml: 'milliliter',
      h: 'stunde',
      min: 'minute',
      s: 'sekunde',
      ms: 'millisekunde',
      w: 'watt',
      kw: 'kilowatt',
      mw: 'megawatt',
      gw: 'gigawatt',
      kwh: 'kilowattstunde',
      day: 'tag tage tagen',
      week: 'woche',
      month: 'monat monate monaten',
      year: 'jahr jahre jahren',
      '%': 'prozent',
      $: 'dollar',
      '€': 'euro',
      '£': 'pfund',
      '¥': 'yen yuan',
    },
    celsius: ['Grad Celsius'],
    approximately: 'etwa|rund|ungefähr|knapp|fast',
  },
  asking: {
    questionWords: `was wer wen wem wessen welche welcher welches welchem welchen wann wo woher wohin womit wodurch worin
    wofür wozu worum wie wieso weshalb warum wieviel wieviele ist sind war waren wird werden wurde wurden hat haben
    hatte hatten kann können konnte konnten soll sollen sollte muss müssen darf dürfen gibt es ich mir mich mein meine
    wir uns bitte alle allen aller jede jeden jedes viel viele vielen vieler habe hast habt bin bist kannst musst darfst
    sollst du dir dich dein deine gibt's geht's ist's`,
    questionPhrases: none,
    impliedWords: `kosten kostet kostete gekostet koste preis preise dauer dauert dauerte gedauert stunden tage jahre minuten
      monate wochen uhr uhrzeit brauche braucht benötige benötigt nötig nötige notwendig erlaubt bekomme bekommt
      zahle zahlen zahlt bezahlen`,
    wordShare: none,
    measures: {
      price: '(?:was|wie ?viel) kosten?t?|wie (?:hoch ist der preis|teuer)|was ist der preis',
      weight: 'wie schwer|wie ?viel wiegt|wie hoch ist das gewicht',
      speed: 'wie schnell|wie hoch ist die geschwindigkeit',
      length: 'wie (?:tief|breit)|wie hoch ist die (?:höhe|breite|tiefe)',
      temperature: 'wie (?:heiß|warm|kalt)|wie hoch ist die temperatur',
      name: 'wer ist (?:der|die|unsere?|ihre?)',
    },
    requests: {
      verbs: 'liste nenne nennen zeige zeig zeigen gib finde erkläre erklär beschreibe',
      articles: 'der die das den dem des ein eine einen einem einer',
    },
    askingVerbs: {
      asking: 'was wozu wofür worum',
      verbs:
        'macht machen tut tun bewirkt bewirken dient dienen steht stehen sagt sagen geht passierte geschah',
    },
    degrees: {
      how: 'wie',
      adjectives: 'hoch lang lange groß alt weit tief teuer oft spät schnell schwer breit warm',
    },
    askingOpenings: [
      `(?:(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|kann mir jemand)(?: (?:mir|uns|bitte|mal|kurz))*
      (?:sagen|erklären|erläutern|helfen|verraten|zeigen)`,
      '(?:weiß (?:jemand|wer|man)|weißt du|wissen sie|wisst ihr)(?: (?:zufällig|vielleicht))?',
      '(?:mir wurde gesagt|man (?:hat )?(?:mir )?(?:gesagt|sagte mir)|ich habe (?:gehört|gelesen))(?:,? dass)?',
      '(?:stimmt es|ist es (?:wahr|richtig)),? dass',
      `ich (?:würde|möchte|will|wollte|hätte)(?: (?:gerne?|bitte|mal|nur))* (?:gewusst|wissen|erfahren|verstehen|fragen)`,
      'ich wüsste gerne?',
      'mich (?:interessiert|würde interessieren)',
      '(?:ich )?(?:suche|brauche|benötige)(?: mehr)? (?:infos?|informationen|hilfe|auskunft) (?:zu[rm]?|über|beim?)',
      'gibt es eine möglichkeit',
      'ist es möglich',
      'was steht in den (?:dokumenten|unterlagen|dateien) (?:zu[rm]?|über)',
      `(?:beantworte )?(?:laut|gemäß|nach|anhand|basierend auf|auf (?:basis|grundlage)|in|im)(?: de[nmr]| die| diese[nmr])?
      (?:(?:bereitgestellten|vorliegenden|gegebenen|hochgeladenen) )?(?:dokument(?:en?|s|es)?|text(?:en?|s|es)?|unterlagen|dateien|quellen)`,
    ],
    askingClosings: ['stimmt das(?: so)?', 'ist das (?:wahr|richtig|so)', '(?<=,\\s?)(?:oder|richtig)'],
    questionEnd: none,
    answerTypes: {
      reason: 'warum|weshalb|wieso',
      quantity:
        'wie ?(?:viele?[nrs]?|lange?|alt|weit|hoch|groß|oft|häufig|schnell|tief|schwer|teuer)|(?:welche[nrs]?|welchen) (?:anzahl|anteil|prozentsatz|menge)',
      time: 'wann|welche[mnrs]? (?:jahr|jahre|datum|tag|monat|jahrhundert|jahrzehnt)',
      person: 'wer|wen|wem|wessen',
      place: 'wo|wohin|woher|welche[mnrs]? (?:stadt|land|staat|ort|region|gegend|bundesland)',
    },
    lists: {
      steps:
        'schritten?|anleitung|vorgehen|wie (?:kann|muss|soll|geht)|wie \\p{L}+ (?:ich|wir|man)|was (?:muss|soll) (?:ich|man) (?:tun|machen)',
      items:
        '(?:was|welche) sind (?:die|ihre|seine)|welche (?:.* )?gibt es|^(?:bitte )?(?:nenne|liste|zähle)|^welche \\p{L}+ (?:sind|können|dürfen|haben|müssen)|was ist neu|was wurden? \\p{L}+|was (?:hat|haben) sich (?:.* )?(?:ge|ver)ändert',
    },
    comparison:
      /^(?:(?:was|worin|welches|wo) (?:ist|liegt|besteht|sind|liegen|bestehen) )?(?:der |die )?unterschiede? zwischen(?: de[mnr])?\s|^vergleiche?(?: d(?:ie|en|as))?\s|(?<=^(?:wie|worin|inwiefern|wodurch)\b.*)\bunterscheide[nt](?: sich)?\b/iu,
    alternatives: 'oder',
    codeRequests:
      /\b(?:code|skript|befehl|beispiel)e? (?:für|zu|zum|von|in)(?!\p{L})|\b(?:welche[rsn]?|mit welchem) befehle?\b|\bbefehlszeile\b/iu,
    aggregation: {
      howMany: 'wie vielen?',
      listing: '(?:liste|zähle|nenne|zeige|finde)(?: mir)? (?:alle|sämtliche|jede[ns]?)',
      counting: '(?:wie vielen?|welchen?)(?: (?:der|dieser|unserer))?',
      documents: 'dokumente[n]?|dateien|kapiteln?|seiten|artikeln?|berichten?|verträgen?|briefen?|rechnungen',
      mention: 'erwähnen|nennen|behandeln|enthalten|beschreiben|sprechen|handeln|gibt es',
      often: 'wie oft',
      mentioned: 'erwähnt|genannt|behandelt|zitiert',
    },
    places: {
      page: 'seite|s\\.|folie|blatt|tabellenblatt',
      section: 'abschnitt|kapitel|ziffer',
      before: 'laut|gemäß|nach|auf|in|im|aus|von|unter',
      says: 'steht|stehen|sagt|geht|heißt|beschreibt|behandelt|enthält|erkläre?|zusammen',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'preis preise kosten koste',
        asked: 'kostet kostete gekostet teuer billig günstig',
        more: 'am teuersten|teuerste[nrsm]?|teurer|kostspieligste[nrsm]?',
        less: 'am billigsten|billigste[nrsm]?|billiger|am günstigsten|günstigste[nrsm]?|günstiger|preiswerteste[nrsm]?',
      },
      weight: {
        named: 'gewicht',
        asked: 'wiegt wiegen schwer leicht',
        more: 'am schwersten|schwerste[nrsm]?|schwerer',
        less: 'am leichtesten|leichteste[nrsm]?|leichter',
      },
      length: {
        named: 'länge dauer seiten',
        asked: 'lang kurz dauert',
        more: 'am längsten|längste[nrsm]?|länger',
        less: 'am kürzesten|kürzeste[nrsm]?|kürzer',
      },
      height: {
        named: 'höhe',
        asked: 'hoch',
        more: 'am höchsten|höchste[nrsm]?|höher',
        less: 'am niedrigsten|niedrigste[nrsm]?|niedriger',
      },
      width: {
        named: 'breite',
        asked: 'breit schmal',
        more: 'am breitesten|breiteste[nrsm]?|breiter',
        less: 'am schmalsten|schmalste[nrsm]?|schmaler',
      },
      depth: {
        named: 'tiefe',
        asked: 'tief flach',
        more: 'am tiefsten|tiefste[nrsm]?|tiefer',
        less: 'am flachsten|flachste[nrsm]?|flacher',
      },
      speed: {
        named: 'geschwindigkeit tempo',
        asked: 'schnell langsam',
        more: 'am schnellsten|schnellste[nrsm]?|schneller',
        less: 'am langsamsten|langsamste[nrsm]?|langsamer',
      },
      size: {
        named: 'größe fläche einwohner',
        asked: 'groß klein',
        more: 'am größten|größte[nrsm]?|größer',
        less: 'am kleinsten|kleinste[nrsm]?|kleiner',
      },
      age: {
        named: 'alter',
        asked: 'alt jung',
        more: 'am ältesten|älteste[nrsm]?|älter',
        less: 'am jüngsten|jüngste[nrsm]?|jünger',
      },
      date: {
        named: 'datum jahr baujahr eintritt',
        asked: 'gebaut eröffnet gegründet erschienen eingetreten begonnen gestartet',
        more: 'am neuesten|am neusten|neu(?:e)?ste[nrsm]?|neuer|jüngste[nrsm]?|am spätesten|späteste[nrsm]?',
        less: 'am ältesten|älteste[nrsm]?|älter|am frühesten|früheste[nrsm]?',
      },
      phone: { named: 'telefon telefonnummer rufnummer tel fon', asked: none, more: none, less: none },
      birth: { named: 'geburt geburtsdatum geburtstag', asked: 'geboren', more: none, less: none },
      author: {
        named: 'autor autorin autoren verfasser verfasserin author',
        asked: 'schrieb geschrieben verfasst verfasste',
        more: none,
        less: none,
      },
    },
    most: 'am meisten|meisten?|am höchsten|höchste[nrsm]?|größte[nrsm]?|maximale?[nrsm]?',
    least:
      'am wenigsten|wenigsten?|am niedrigsten|niedrigste[nrsm]?|geringste[nrsm]?|kleinste[nrsm]?|minimale?[nrsm]?',
    relations: {
      above: { before: 'mehr als|über|nach(?: dem)?|später als', behind: none },
      atLeast: { before: 'mindestens|wenigstens|ab|seit(?: dem)?', behind: 'oder mehr|oder später' },
      below: { before: 'weniger als|unter|vor(?: dem)?|früher als', behind: none },
      atMost: { before: 'höchstens|maximal|bis(?: zu| zum)?', behind: 'oder weniger|oder früher' },
    },
    than: 'als',
    total: 'gesamt\\p{L}*|summe|insgesamt|zusammen',
    quantities: 'menge anzahl stück stückzahl bestand',
    rows: 'zeilen einträge personen leute mitarbeiter mitarbeiterinnen',
    telling:
      'wohnen leben arbeiten arbeitet wohnt liegen gehören verwenden nutzen beträgt betragen lautet sitzt angeboten',
    yes: 'ja',
    no: 'nein',
  },
  talking: {
    smallTalk: {
      greeting: `hallo, hi, hey, guten morgen, guten tag, guten abend, moin, servus, grüß gott, grüß dich, grüezi,
      wie geht es dir, wie geht es ihnen, wie gehts`,
      greeted: 'zusammen, alle, miteinander, liebes team',
      thanks: `danke, danke dir, danke ihnen, danke schön, dankeschön, vielen dank, besten dank, danke sehr, nein danke,
      danke für die hilfe, danke für deine hilfe, danke für ihre hilfe, danke im voraus, vielen dank im voraus,
      vielen dank für die hilfe, ok danke`,
      acknowledgement:
        'das war alles, das hilft, das hilft mir, ok, okay, alles klar, verstanden, super, prima, perfekt',
      farewell: 'tschüss, auf wiedersehen, bis bald, bis später, gute nacht',
      introduction: `hilfe, wer bist du, wer sind sie, was kannst du, was können sie, was kann ich fragen,
      was kann ich hier fragen, was kann ich dich fragen, was kann ich sie fragen, kannst du mir helfen,
      können sie mir helfen, wie kannst du mir helfen, wie können sie mir helfen, worum geht es, worum geht es hier,
      worum geht es in den dokumenten, was steht in den dokumenten, worüber kann ich fragen,
      welche themen gibt es, welche dokumente gibt es, welche dokumente hast du, was weißt du`,
    },
    continuations: 'und aber oder auch',
    turning: 'was ist mit|wie ist es mit|wie sieht es mit',
    pointers: `er es sie ihn ihm ihr ihnen ihre ihrer ihrem ihren sein seine seiner seinem seinen dessen deren dieser diese
    dieses diesem diesen jener jene jenes das davon dazu damit dafür darin darüber dort dann da beide beiden dabei`,
    pointersBeforeNouns: 'das',
    beforePronouns: none,
    pointersAlsoVerbs: 'sein',
    pointersWithin: none,
    existentials: 'gibt es|es gibt',
    expletives: 'ist es(?= \\p{L}+,)|es ist(?= \\p{L}+,)',
    more: /^(?:(?:bitte|kannst du|können sie)\s+)*(?:(?:erzähl|erzähle|sag|sage) mir mehr|mehr|weiter|was noch|noch etwas|mehr details|(?:das )?(?:genauer|näher|ausführlicher))(?: (?:darüber|davon|dazu))?(?: (?:erzählen|sagen|erklären))?(?: bitte)?$/iu,
    correction: {
      refusing: 'nein|nee|ne|doch|entschuldigung|pardon',
      meaning: 'ich meint?e(?: eigentlich)?',
    },
    naming: 'wer wen wem wessen wo welche welcher welches welchen welchem',
    ordinals: ['erste', 'zweite', 'dritte', 'vierte', 'fünfte', 'letzte'],
    ordinalArticles: 'd(?:er|ie|as|en|em|es) ',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^was (?:ist|sind|war|waren|bedeutet|bedeuten|heißt|bezeichnet)(?: mit)? (.+)$/iu,
        /^was versteht man unter (.+)$/iu,
        /^(?:was (?:macht|machen|tut|tun)|(?:wofür|wozu) (?:ist|sind|dient|dienen)) (.+?)(?: gut| da)?$/iu,
        /(?:^definiere|(?<!\p{L})definition (?:von|der|des)) (.+)$/iu,
      ],
      copula:
        /(?<!\p{L})(?:(?:ist|sind|war|waren) (?:eine?|der|die|das|was|jede[rs]?|alle[s]?)|bedeute[tn]|bezeichne[tn]|heißt|heißen|steht für|stehen für|besteht (?:aus|darin))(?!\p{L})/iu,
      indefinite: 'eine?[mnrs]?',
      definite: 'd(?:er|ie|as|em|en)',
      where: /\s(?:in|im|unter|nach|gemäß|laut|bei|beim)\s.+$/iu,
    },
    answerCues: {
      amounts: 'hälfte|doppelt|dutzend',
      centuries: 'jahrhunderts?|jahrzehnts?',
      hours: 'uhr',
      reasons: 'weil|denn|da|damit|deshalb|deswegen|daher|darum|wegen|aufgrund|sonst|gründe?n?|nämlich',
    },
    sourceNames:
      'quelle, quellen, quellenangaben, quellenverzeichnis, referenzen, belege, fußnoten, literatur',
  },
  claiming: {
    negations:
      /(?<!\p{L})(?:nicht|nie|niemals|niemand|nichts|weder|noch nie|ohne|kein(?:e[nmrs]?)?)(?!\p{L})/giu,
    subjectNegations: /^(?:niemand|nichts|weder|kein(?:e[nmrs]?)?)$/iu,
    deniesByOneWord: true,
    conjunctions: 'und|aber|sondern',
    endsWithVerb: true,
    hedges:
      /(?<!\p{L})(?:könnten?|dürften?|möglicherweise|vielleicht|vermutlich|wahrscheinlich|angeblich)(?!\p{L})/iu,
    allowances:
      /(?<!\p{L})(?:kann|können|darf|dürfen|möglich|erlaubt|sollten?|würden?|falls|wenn)(?!\p{L})/iu,
    opposites: `mehr höher größer +über / weniger niedriger geringer kleiner +unter;
    höchstens maximal maximum / mindestens minimal minimum wenigstens;
    alle allen jede jeder jedes sämtliche immer stets beide / einige einigen manche wenige manchmal gelegentlich meisten viele mehrere;
    viele vielen zahlreiche / wenige wenigen; meisten / wenige wenigsten; nur ausschließlich / alles alle;
    jede jeder alle / kaum; oft häufig normalerweise / immer nie manchmal;
    weil da wegen aufgrund daher deshalb deswegen durch / obwohl trotz trotzdem dennoch ungeachtet;
    führen führt führte verursacht ermöglicht bewirkt / verhindert verhindern verhinderte vermeidet; um damit / ohne obwohl;
    größte größten höchste höchsten meiste / kleinste kleinsten niedrigste niedrigsten wenigste;
    größere höhere / kleinere niedrigere; älter älteste / jünger jüngste; vor / nach; über / unter; Mehrheit / Minderheit;
    erste ersten / letzte letzten; vorher bevor zuvor / nachher nachdem danach;
    steigt stieg gestiegen steigen erhöht zugenommen zunahme
      / sinkt sank gesunken sinken senkt gesenkt verringert abnahme fällt fiel;
    schneller / langsamer; länger / kürzer; besser / schlechter; früher / später;
    muss verpflichtend vorgeschrieben / sollte kann können darf dürfen freiwillig;
    erlaubt zulässig gestattet / verboten untersagt unzulässig; geöffnet offen / geschlossen; innen / außen;
    einschließlich inklusive / außer ausgenommen`,
    than: '(?<!\\p{L})als(?!\\p{L})',
    absence: [
      String.raw`(?<!\p{L})(?:dokumente?|quellen?|unterlagen|texte?|auszüge)\s(?:enth(?:ält|alten)|nennt|nennen|erwähn(?:t|en)|sagt|sagen|mach(?:t|en)|gibt|geben)\s(?:[^.;]{0,30}\s)?(?:kein\p{L}*|nichts?)(?!\p{L})`,
      String.raw`(?:enth(?:ält|alten)|nennt|nennen|erwähn(?:t|en)|sagt|sagen|mach(?:t|en))\s(?:die|das|diese)\s(?:\p{L}+\s){0,2}(?:dokumente?|quellen?|unterlagen|texte?)[^.;]{0,30}(?<!\p{L})(?:kein\p{L}*|nichts?)(?!\p{L})`,
    ],
    attribution: {
      texts:
        '\\p{L}*(?:handb[uü]ch|dokument|dokumentation|text|quelle|bericht|anleitung|abschnitt|kapitel|leitfaden|vertrag|richtlinie|artikel|seite|unterlage|ordnung|datei)(?:e?s|en|e|n|er|ern)?',
      phrases: [
        '(?:laut|gemäß|entsprechend) NP',
        '^NP zufolge',
        '^(?:im|in) NP (?:steht|heißt es|wird (?:erklärt|angegeben|erwähnt|beschrieben)|ist (?:angegeben|vermerkt))(?:,? dass|QUOTED)',
        '^NP (?:besagt|besagen|sagt|erklärt|gibt an|beschreibt|erwähnt|legt fest|bestätigt)(?:,? dass|QUOTED)',
        'wie (?:im|in) NP (?:steht|beschrieben|erwähnt|angegeben)',
      ],
    },
  },
  wording: {
    greeting: 'Hallo. Fragen Sie mich etwas zu den Dokumenten.',
    thanks: 'Gern geschehen.',
    farewell: 'Auf Wiedersehen.',
    introduction:
      'Ich beantworte Fragen aus diesen Dokumenten und nenne zu jedem Satz die Stelle, an der er steht. Die Dokumente behandeln: {topics}. Fragen Sie nach einem dieser Themen.',

    noDocuments:
      'Hier gibt es keine Dokumente, aus denen ich antworten könnte. Fügen Sie welche hinzu mit: footnote ingest PFAD',
    refusal:
      '{why} Die Dokumente behandeln: {topics}. Fragen Sie nach einem dieser Themen, oder fügen Sie Dokumente hinzu, in denen die Antwort steht.',
    nothingFound: 'Dazu habe ich in den Dokumenten nichts gefunden.',
    tooLittleFound: 'Dazu habe ich in den Dokumenten zu wenig für eine Antwort gefunden.',
    nothingProven: 'Dazu habe ich in den Dokumenten keinen Satz gefunden, den ich belegen könnte.',

    quoted: '„{words}“',
    listSeparator: ', ',
    andMore: '{list} und weitere',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'Die Dokumente sind gerade nicht erreichbar, dies beantwortet die Frage also nicht. Am häufigsten zitierten die letzten Antworten:',
    notBorneOut: 'Nichts an dieser Antwort ist durch die Dokumente belegt.',
    modelAway: 'Das Sprachmodell antwortet nicht, stattdessen werden die Dokumente zitiert. {reason}',
    modelSilent: 'Das Modell antwortet nicht. Neuer Versuch in {span}.',
    highTraffic: 'Hohe Auslastung, bitte warten Sie.',
    highTrafficFor: 'Hohe Auslastung, bitte warten Sie {span}.',

    wordsNowhere:
      'Keines der Dokumente enthält {words}; die Antwort beruht auf dem, was dem am nächsten kommt.',
    notMentioned: 'Die zitierten Stellen erwähnen {words} nicht.',
    noName: 'Die zitierten Stellen nennen keinen Namen.',
    countedRows: '{count} von {total} Zeilen: {conditions}',
    highestOfRows: 'Höchster Wert von {column} in {total} Zeilen: {value}',
    lowestOfRows: 'Niedrigster Wert von {column} in {total} Zeilen: {value}',
    latestOfRows: 'Spätester Wert von {column} in {total} Zeilen: {value}',
    earliestOfRows: 'Frühester Wert von {column} in {total} Zeilen: {value}',
    totalOfRows: 'Summe von {column} in {total} Zeilen: {value}',
    asksForEverything:
      'Diese Frage verlangt alles, was es gibt. Gelesen wurden nur die Stellen, die am besten zu ihr passen; die Antwort ist daher vielleicht unvollständig.',
    notRewritten: 'Die Frage wurde für die Suche nicht umformuliert. {reason}',
    notRegenerated: 'Die Antwort wurde nicht neu geschrieben. {reason}',
    notCalibrated:
      'Die Sammlung ist nicht kalibriert, ihre Konfidenz ist daher die Relevanz. Kalibrieren Sie sie mit: footnote calibrate',
    passagesNotGiven: 'Weggelassene Stellen, die die Antwort nennt und die nicht vorlagen: {numbers}.',
    quoteGone: '{path} enthält einen Satz nicht mehr, der dort gefunden wurde; er wurde weggelassen.',
    sentencesLeftOut: 'Weggelassene Sätze, die von den Dokumenten nicht gestützt werden: {count}.',
    checkedByWords: 'Nur nach ihren Wörtern geprüfte Sätze: {count}. {reason}',
  },
};
