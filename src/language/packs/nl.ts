import { type LanguagePack, none } from '../language-pack.ts';

/** Dutch. */
export const nl: LanguagePack = {
  name: 'Dutch',
  writing: {
    evidence: {
      words: `de het een en van is dat op te in zijn met voor niet aan er wat hoe die ook als bij of wordt worden wie waar
      wanneer waarom welke welk hoeveel heeft hebben had was waren kan kunnen mag mogen moet moeten zal zullen ik mijn
      je jouw wij we ons onze hun haar deze dit dan maar om naar uit over tot door tegen tussen zonder na nog geen
      doet dient staat waarvoor veel vind lang alle`,
      letters: 'ëï',
      endings:
        'en te er lijk lijke heid heden ing ingen aat aar aal eer eel oor oon uur uren ijk ijn ijd ijf ijs eid acht age eren elen sel baar isch ogen ullen ken',
    },
    stemmer: 'dutch',
    isTypedUnaccented: false,
    compoundLinks: ['', 's', 'e', 'en'],
    abbreviations: 'dhr mevr mr dr prof bijv d.w.z bv',
    functionWords: `de het een dit dat deze die hij zij ze hem haar hen hun ons onze wij we je jij jouw uw ik mij me mijn zijn zich
    er men wie wat welke welk wanneer waar terwijl of dan als zoals en maar ook in op aan bij te tot van voor met uit
    over om naar is zijn was waren wordt worden werd werden geworden heeft hebben had hadden kan kunnen kon mag mogen
    moet moeten zal zullen zou doet daar hier dus volgens`,
  },
  figures: {
    months: 'januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december',
    dayForms: none,
    ranges: { to: 'tot', and: 'en', between: 'tussen' },
    numbers: `nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
    achttien negentien twintig`,
    tens: 'dertig veertig vijftig zestig zeventig tachtig negentig',
    scales: { thousand: 'duizend', million: 'miljoen', billion: 'miljard' },
    units: {
      m: 'meter',
      km: 'kilometer',
      cm: 'centimeter',
      mm: 'millimeter',
      kg: 'kilogram kilo',
      g: 'gram',
      t: 'ton',
      l: 'liter',
      ml: 'milliliter',
      h: 'uur',
      min: 'minuut',
      s: 'seconde',
      w: 'watt',
      kw: 'kilowatt',
      day: 'dag dagen',
      week: 'week',
      month: 'maand maanden',
      year: 'jaar',
      '%': 'procent',
      $: 'dollar',
      '€': 'euro',
      '£': 'pond',
      '¥': 'yen yuan',
    },
    celsius: ['graden Celsius'],
    approximately: 'ongeveer|bijna',
  },
  asking: {
    questionWords: `wat wie waar waarvoor waartoe wanneer waarom hoe hoeveel welk welke is zijn was waren wordt worden werd
    werden heeft hebben had kan kunnen mag mogen moet moeten ik mij mijn alle elke ieder heb hebt ben bent kun kunt`,
    questionPhrases: none,
    impliedWords: `kost kosten gekost prijs duurt duren uur uren dagen jaar minuten maanden weken nodig laat open betalen
      betaal krijg krijgt`,
    wordShare: none,
    measures: {
      price: '(?:wat|hoeveel) kost(?:en)?|wat is de prijs',
      weight: 'hoe zwaar|hoeveel weegt|wat is het gewicht',
      speed: 'hoe snel|wat is de snelheid',
      length: 'hoe (?:diep|breed)|wat is de (?:diepte|hoogte|breedte)',
      temperature: 'hoe (?:warm|heet|koud)|wat is de temperatuur',
      name: 'wie is (?:de|het)',
    },
    requests: { verbs: 'noem toon geef vind verklaar beschrijf', articles: 'de het een' },
    askingVerbs: { asking: 'wat waarvoor waartoe', verbs: 'doet doen dient dienen staat staan zegt zeggen' },
    degrees: { how: 'hoe', adjectives: 'hoog lang groot oud ver diep duur vaak laat snel zwaar breed warm' },
    askingOpenings: [
      `(?:(?:kun|kan|zou) (?:je|jij|u|iemand)|kunt u)(?: (?:me|mij|ons|even|alsjeblieft))*
      (?:vertellen|uitleggen|zeggen|laten zien)(?: of)?`,
      'ik (?:wil|zou)(?: (?:graag|wel|even|willen))* weten(?: of)?',
      'weet (?:iemand|je|jij|u)(?: (?:toevallig|misschien))?(?: of)?',
      '(?:er is mij verteld|mij is verteld|ze zeiden|ik heb (?:gehoord|gelezen))(?: dat)?',
      'klopt het dat',
      '(?:ik )?zoek (?:info|informatie) over',
      'is het mogelijk(?: om)?',
      'is er een manier om',
      '(?:volgens|in) (?:het|de|dit|deze|mijn) (?:document(?:en)?|tekst(?:en)?|bestand(?:en)?)',
    ],
    askingClosings: ['klopt dat', 'is dat (?:waar|zo)', '(?<=,\\s?)(?:toch|niet)'],
    questionEnd: none,
    answerTypes: {
      reason: 'waarom',
      quantity:
        'hoe ?(?:veel|lang|oud|ver|hoog|groot|vaak|snel|diep|zwaar)|(?:welk|wat voor) (?:percentage|aantal)',
      time: 'wanneer|hoe laat|welke? (?:jaar|datum|dag|maand|eeuw|decennium)',
      person: 'wie|wiens',
      place: 'waar|waarheen|welke? (?:stad|land|staat|plaats|regio)',
    },
    lists: {
      steps: 'stap(?:pen)?|procedure|hoe (?:kan|moet)|hoe \\p{L}+ (?:ik|je|we|wij|men)',
      items: '(?:wat|welke) zijn (?:de|het)|wat is er (?:.* )?veranderd|^noem|welke (?:.* )?zijn er',
    },
    comparison:
      /^(?:(?:wat is|wat zijn) )?(?:het verschil|de verschillen|verschil) tussen(?: de| het)?\s|^vergelijk(?: de| het)?\s|(?<=^(?:hoe|waarin)\b.*)\bverschill?(?:t|en)\b(?: van)?/iu,
    alternatives: 'of',
    codeRequests: none,
    aggregation: {
      howMany: 'hoeveel',
      listing: '(?:noem|geef|toon|tel|zoek)(?: me| mij)? (?:alle|elke|iedere?)',
      counting: '(?:hoeveel|welke)(?: van (?:de|deze|onze))?',
      documents:
        "documenten|bestanden|hoofdstukken|pagina['’]s|artikelen|rapporten|contracten|brieven|facturen",
      mention: 'noemen|vermelden|bespreken|behandelen|bevatten|beschrijven|gaan over|zijn er',
      often: 'hoe vaak',
      mentioned: 'genoemd|vermeld|besproken',
    },
    places: {
      page: 'pagina|bladzijde|slide|werkblad',
      section: 'sectie|hoofdstuk|paragraaf',
      before: 'volgens|op|in|van|uit',
      says: 'staat|staan|zegt|gaat|beschrijft|bevat',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'prijs prijzen kosten tarief duur',
        asked: 'kost goedkoop',
        more: 'duurste|duurder',
        less: 'goedkoopste?|goedkoper',
      },
      weight: {
        named: 'gewicht',
        asked: 'weegt wegen zwaar licht',
        more: 'zwaarste?|zwaarder',
        less: 'lichtste?|lichter',
      },
      length: {
        named: "lengte duur pagina's",
        asked: 'lang kort duurt',
        more: 'langste?|langer',
        less: 'kortste?|korter',
      },
      height: { named: 'hoogte', asked: 'hoog', more: 'hoogste?|hoger', less: 'laagste?|lager' },
      width: { named: 'breedte', asked: 'breed smal', more: 'breedste?|breder', less: 'smalste?|smaller' },
      depth: { named: 'diepte', asked: 'diep ondiep', more: 'diepste?|dieper', less: 'ondiepste?|ondieper' },
      speed: {
        named: 'snelheid',
        asked: 'snel langzaam',
        more: 'snelste?|sneller',
        less: 'langzaamste?|langzamer',
      },
      size: {
        named: 'grootte oppervlakte inwoners',
        asked: 'groot klein',
        more: 'grootste?|groter',
        less: 'kleinste?|kleiner',
      },
      age: { named: 'leeftijd', asked: 'oud jong', more: 'oudste?|ouder', less: 'jongste?|jonger' },
      date: {
        named: 'datum jaar bouwjaar',
        asked: 'gebouwd geopend opgericht verschenen begonnen',
        more: 'nieuwste?|nieuwer|meest recente?',
        less: 'oudste?|ouder|vroegste?',
      },
      phone: { named: 'telefoon telefoonnummer tel', asked: none, more: none, less: none },
      birth: { named: 'geboorte geboortedatum', asked: 'geboren', more: none, less: none },
      author: {
        named: 'auteur auteurs schrijver author',
        asked: 'schreef geschreven',
        more: none,
        less: none,
      },
    },
    most: 'meeste?|hoogste?|grootste?|maximale?',
    least: 'minste?|laagste?|kleinste?|minimale?',
    relations: {
      above: { before: 'meer dan|boven|hoger dan|groter dan|na', behind: none },
      atLeast: { before: 'minstens|minimaal|ten minste|vanaf|sinds', behind: 'of meer' },
      below: { before: 'minder dan|onder|lager dan|kleiner dan|voor', behind: none },
      atMost: { before: 'hoogstens|maximaal|ten hoogste|tot(?: en met)?', behind: 'of minder' },
    },
    than: 'dan',
    total: 'totaal|totale|som|samen',
    quantities: 'aantal stuks hoeveelheid voorraad',
    rows: 'rijen personen mensen medewerkers leden',
    telling: 'wonen werken werkt liggen hebben heeft',
    yes: 'ja',
    no: 'nee',
  },
  talking: {
    smallTalk: {
      greeting: 'hallo, hoi, hey, goedemorgen, goedemiddag, goedenavond, goedendag, hoe gaat het',
      greeted: 'allemaal, iedereen',
      thanks: `bedankt, dank je, dank u, dank je wel, dank u wel, hartelijk dank, bedankt voor de hulp,
      bedankt voor je hulp, bedankt voor uw hulp, alvast bedankt, nee bedankt, nee dank je, ok bedankt`,
      acknowledgement: 'ok, oké, begrepen, prima',
      farewell: 'doei, tot ziens, tot later, goedenacht',
      introduction: `help, wie ben je, wat kun je, kun je me helpen, kunt u me helpen, wat kan ik vragen,
      wat kan ik hier vragen, waar gaan de documenten over`,
    },
    continuations: 'en maar of',
    turning: 'hoe zit het met',
    pointers: `het hij zij ze hem haar hen hun zijn dit dat deze die daar er ervan erover daarvan dan beide`,
    pointersBeforeNouns: 'het',
    beforePronouns: none,
    pointersAlsoVerbs: 'zijn',
    pointersWithin: none,
    existentials: '(?:is|zijn|was|waren) er|er (?:is|zijn|was|waren)',
    expletives: 'is het(?= \\p{L}+ om )|het is(?= \\p{L}+ (?:om|dat) )',
    more: /^(?:vertel (?:me )?meer|meer|ga door|wat nog meer|nog iets)$/iu,
    correction: { refusing: 'nee|sorry|eigenlijk', meaning: 'ik bedoel(?:de)?' },
    naming: 'wie welk welke waar',
    ordinals: ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'laatste'],
    ordinalArticles: 'de ',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^(?:wat (?:is|zijn|was|waren|betekent|betekenen|doet|doen)|waarvoor dien(?:t|en)) (.+)$/iu,
      ],
      copula:
        /(?<!\p{L})(?:(?:is|zijn|was|waren) (?:een|de|het|wat|elke?|alle)|beteken(?:t|en)|staat voor|bestaat uit)(?!\p{L})/iu,
      indefinite: 'een',
      definite: 'de|het',
    },
    answerCues: {
      amounts: 'helft|dozijn|dubbel',
      centuries: 'eeuw(?:en)?|decennia|decennium',
      hours: 'uur',
      reasons: 'omdat|want|doordat|zodat|opdat|vanwege|wegens|daarom|redenen|reden|anders|dankzij',
    },
    sourceNames: 'bron, bronnen, bronvermelding, referenties, verwijzingen, voetnoten, literatuur',
  },
  claiming: {
    negations: /(?<!\p{L})(?:niet|nooit|niemand|niets|geen|zonder|noch)(?!\p{L})/giu,
    subjectNegations: /^(?:niemand|niets|geen)$/iu,
    deniesByOneWord: true,
    conjunctions: 'en|maar',
    endsWithVerb: true,
    hedges: /(?<!\p{L})(?:misschien|mogelijk|waarschijnlijk)(?!\p{L})/iu,
    allowances: none,
    opposites: none,
    than: none,
    absence: [
      String.raw`(?<!\p{L})(?:document(?:en)?|bron(?:nen)?|teksten?)\s(?:vermeld(?:t|en)|bevat(?:ten)?|noem(?:t|en)|zeg(?:t|gen)|geeft|geven)\s(?:[^.;]{0,30}\s)?(?:geen|niets?)(?!\p{L})`,
    ],
    attribution: {
      texts:
        '\\p{L}*(?:document|documentatie|handboek|handleiding|gids|tekst|bron|rapport|verslag|artikel|sectie|hoofdstuk|pagina|contract|reglement)(?:en|s)?',
      phrases: [
        '(?:volgens|conform|op basis van) NP',
        '^NP (?:vermeldt|vermelden|zegt|stelt|geeft aan|beschrijft|bevestigt|legt uit)(?: dat|QUOTED)',
      ],
    },
  },
  wording: {
    greeting: 'Hallo. Vraag me iets over de documenten.',
    thanks: 'Graag gedaan.',
    farewell: 'Tot ziens.',
    introduction:
      'Ik beantwoord vragen uit deze documenten en zeg bij elke zin waar die staat. De documenten gaan over: {topics}. Stel een vraag over een van deze onderwerpen.',

    noDocuments:
      'Er zijn hier geen documenten om uit te antwoorden. Voeg documenten toe met: footnote ingest PAD',
    refusal:
      '{why} De documenten gaan over: {topics}. Stel een vraag over een van deze onderwerpen, of voeg documenten toe waarin het antwoord staat.',
    nothingFound: 'Ik heb hierover niets gevonden in de documenten.',
    tooLittleFound: 'Ik heb hierover te weinig gevonden in de documenten om te antwoorden.',
    nothingProven: 'Ik heb hierover in de documenten geen zin gevonden die ik kan aantonen.',

    quoted: '‘{words}’',
    listSeparator: ', ',
    andMore: '{list} en meer',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'De documenten zijn nu niet bereikbaar, dus dit beantwoordt de vraag niet. Recente antwoorden citeerden het meest:',
    notBorneOut: 'Niets in dit antwoord wordt door de documenten bevestigd.',
    modelAway: 'Het taalmodel antwoordt niet, daarom worden de documenten geciteerd. {reason}',
    modelSilent: 'Het model antwoordt niet. Nieuwe poging over {span}.',
    highTraffic: 'Het is druk, even geduld alstublieft.',
    highTrafficFor: 'Het is druk, wacht alstublieft {span}.',

    wordsNowhere: 'Geen van de documenten bevat {words}; het antwoord berust op wat er het dichtst bij komt.',
    notMentioned: 'De aangehaalde passages vermelden {words} niet.',
    noName: 'De aangehaalde passages noemen geen naam.',
    countedRows: '{count} van {total} rijen: {conditions}',
    highestOfRows: 'Hoogste waarde van {column} in {total} rijen: {value}',
    lowestOfRows: 'Laagste waarde van {column} in {total} rijen: {value}',
    latestOfRows: 'Laatste waarde van {column} in {total} rijen: {value}',
    earliestOfRows: 'Vroegste waarde van {column} in {total} rijen: {value}',
    totalOfRows: 'Som van {column} in {total} rijen: {value}',
    asksForEverything:
      'Deze vraag wil alles weten wat er is. Alleen de best passende passages zijn gelezen, zodat het antwoord onvolledig kan zijn.',
    notRewritten: 'De vraag is gezocht zonder haar te herschrijven. {reason}',
    notRegenerated: 'Het antwoord is niet opnieuw geschreven. {reason}',
    notCalibrated:
      'De verzameling is niet gekalibreerd, dus haar betrouwbaarheid is de relevantie. Kalibreer haar met: footnote calibrate',
    passagesNotGiven: 'Passages die het antwoord noemt en die niet gegeven waren; weggelaten: {numbers}.',
    quoteGone: '{path} bevat een zin niet meer die daar gevonden was; die is weggelaten.',
    sentencesLeftOut: 'Zinnen die zijn weggelaten omdat de documenten ze niet bevestigen: {count}.',
    checkedByWords: 'Zinnen die alleen op hun woorden zijn gecontroleerd: {count}. {reason}',
  },
};
