import { type LanguagePack, none } from '../language-pack.ts';

/** French. */
export const fr: LanguagePack = {
  name: 'French',
  writing: {
    evidence: {
      words: `le la les des et est une dans que qui pour du un pas sur plus par avec sont ce cette ces quelle quel quels
      quelles comment au aux en où quand pourquoi combien qu il elle ils elles on nous vous je mon ma mes son sa ses
      leur leurs se ne de peut peuvent doit doivent faut été être avoir ont avait fait faire entre sans sous
      chez dont lors après avant depuis même temps lieu font dit sert`,
      letters: 'àâçèéêëîïôùûœ',
      endings:
        'er es tion ment eaux eux eur eurs ique iques oir aire ité ée ées és age ence ance elle ette isme ier ère els tats',
    },
    stemmer: 'french',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: 'm mm mme mlle dr pr st ste cf env p.ex',
    functionWords: `le la les l un une des du de d au aux ce cet cette ces il elle ils elles lui leur leurs on nous vous notre votre
    je me mon ma mes tu te son sa ses se s y qui que qu quoi dont où quand lorsque si alors comme et ou mais aussi à
    dans en sur par pour avec chez vers est sont était étaient sera été être a ont avait avaient avoir peut peuvent
    doit doivent fait font ainsi donc selon`,
  },
  figures: {
    months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    dayForms: none,
    ranges: { to: "jusqu'à jusqu'en à au", and: 'et', between: 'entre' },
    numbers:
      'zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt',
    tens: 'trente quarante cinquante soixante - - -',
    scales: { thousand: 'mille', million: 'million millions', billion: 'milliard milliards' },
    units: {
      m: 'mètre',
      km: 'kilomètre',
      cm: 'centimètre',
      mm: 'millimètre',
      m2: 'carré',
      m3: 'cube',
      kg: 'kilogramme kilo',
      g: 'gramme',
      t: 'tonne',
      l: 'litre',
      ml: 'millilitre',
      h: 'heure',
      min: 'minute',
      s: 'seconde',
      ms: 'milliseconde',
      w: 'watt',
      kw: 'kilowatt',
      mw: 'mégawatt megawatt',
      gw: 'gigawatt',
      kwh: 'kilowattheure',
      day: 'jour',
      week: 'semaine',
      month: 'mois',
      year: 'ans année',
      '%': 'pourcent',
      $: 'dollar',
      '€': 'euro',
      '£': 'livre',
      '¥': 'yen yuan',
    },
    celsius: ['degrés Celsius'],
    approximately: 'environ|près de|presque',
  },
  asking: {
    questionWords: `que quoi qui quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles
    est sont était étaient a ont avait avaient peut peuvent doit doivent est-ce y t il elle ils elles on je me mon ma
    mes nous vous moi tous toutes chaque ai ai-je j'ai avons avons-nous avez-vous a-t-on a-t-il a-t-elle ont-ils puis-je
    peut-on peut-il dois-je doit-on doit-il faut-il est-il est-elle sont-ils sont-elles suis-je qu'est-ce qu'est c'est
    d'où qu'il qu'elle qu'ils qu'elles qu'on`,
    questionPhrases: none,
    impliedWords: `coûte coûtent coûter coût coûts prix tarif vaut dure durent durer durée temps heure heures jours ans années
      minutes mois semaines besoin nécessaire nécessaires hauteur profondeur largeur haut long aller jusqu payer
      paie faut combien`,
    wordShare: 0.92,
    measures: {
      price: 'combien coûte(?:nt)?|quel est le prix|quel est le tarif',
      weight: 'combien pèse(?:nt)?|quel est le poids',
      speed: 'à quelle vitesse|quelle est la vitesse',
      length: 'quelle est la (?:profondeur|hauteur|largeur|longueur)',
      temperature: 'quelle est la température',
      name: "qui est (?:le|la|l['’])",
    },
    requests: {
      verbs: 'liste listez cite citez montre montrez donne donnez trouve explique expliquez décris décrivez',
      articles: 'le la les un une des',
    },
    askingVerbs: {
      asking: "que qu'est-ce quoi",
      verbs: 'à fait font faire sert servent dit disent passé arrivé',
    },
    degrees: none,
    askingOpenings: [
      `(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: (?:me|nous|s['’]il (?:vous|te) plaît))*
      (?:m['’])?(?:dire|expliquer|indiquer|préciser|montrer|aider à (?:comprendre|trouver))(?: si)?`,
      `(?:je (?:voudrais|souhaite|souhaiterais|veux|désire)|j['’]aimerais)(?: bien)? (?:savoir|comprendre|connaître)(?: si)?`,
      "(?:est-ce que )?(?:savez-vous|sais-tu|(?:vous )?savez|tu sais|quelqu['’]un sait)(?: par hasard)?(?: si)?",
      "(?:on m['’]a dit|j['’]ai (?:entendu dire|lu)) qu(?:e|['’])",
      "(?:est-il|est-ce|c['’]est) vrai qu(?:e|['’])",
      "(?:je )?cherche (?:des |plus d['’])?(?:infos|informations|renseignements) (?:sur|concernant)",
      'est-il possible de',
      'y a-t-il un moyen de',
      "(?:d['’]après|selon|dans|à partir de) (?:le|la|les|ce|ces|mes|vos) (?:documents?|textes?|fichiers?|sources)",
    ],
    askingClosings: [
      "(?:est-ce que )?c['’]est (?:vrai|exact)",
      'est-ce (?:vrai|exact)',
      "(?<=,\\s?)n['’]est-ce pas",
    ],
    questionEnd: none,
    answerTypes: {
      reason: 'pourquoi',
      quantity: 'combien|quel(?:le)? (?:nombre|quantité|pourcentage|âge|hauteur|longueur|proportion)',
      time: "^(?:(?:depuis|jusqu[’']à) )?quand|quel(?:le)?s? (?:année|date|jour|heure|mois|siècle|décennie|époque)",
      person: '^(?:(?:à|de|avec|par|pour|chez) )?qui|quel(?:le)? personne',
      place: "^(?:d[’'])?où|quel(?:le)?s? (?:ville|pays|état|lieu|région|endroit)",
    },
    lists: {
      steps:
        "étapes?|procédure|comment (?:puis|peut|dois|doit|\\p{L}+(?:er|ir|re)|\\p{L}+-(?:je|on|nous)|(?:je |on |j[’'])\\p{L}+)",
      items:
        "quel(?:le)?s sont|qu[’']est-ce qui a (?:.* )?changé|^(?:liste|listez|énumère|énumérez|cite|citez)|quel(?:le)?s (?:.* )?y a-t-il",
    },
    comparison:
      /^(?:(?:quelles?|quel) (?:est|sont) )?(?:la |les )?différences? entre(?: les?| la)?\s|^comparez?(?: les?| la)?\s|(?<=^en quoi\b.*)\b(?:diffère(?:nt)?|est[- ](?:elle|il|ce) différente?)\b(?: de)?/iu,
    alternatives: 'ou',
    codeRequests:
      /\b(?:code|script|commande|exemple)s? (?:pour|de|d['’]|en)(?!\p{L})|\bquelles? commandes?\b|\bligne de commande\b/iu,
    aggregation: {
      howMany: 'combien de?',
      listing: '(?:liste|énumère|énumérez|listez|citez?|trouvez?)(?: |-moi )(?:tou(?:s|tes)|chaque)',
      counting: "(?:combien d(?:e |['’])|quel(?:le)?s )(?:nos |ces )?",
      documents: 'documents|fichiers|chapitres|pages|articles|rapports|contrats|lettres|factures',
      mention: 'mentionnent|parlent|citent|évoquent|traitent|contiennent|décrivent|y a-t-il',
      often: 'combien de fois',
      mentioned: 'mentionnée?s?|citée?s?|évoquée?s?',
    },
    places: {
      page: 'page|p\\.|diapositive|diapo|feuille',
      section: 'section|chapitre|clause',
      before: "selon|d['’]après|sur|dans|à|de|en",
      says: 'dit|disent|parle|traite|décrit|contient|explique|résume[rz]?',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'prix tarif tarifs coût',
        asked: 'coûte coûtent cher chère',
        more: '(?:le |la |les )?plus ch(?:er|ère)s?',
        less: '(?:le |la |les )?moins ch(?:er|ère)s?|meilleur marché',
      },
      weight: {
        named: 'poids',
        asked: 'pèse pèsent lourd lourde',
        more: 'plus lourde?s?',
        less: 'plus l(?:éger|égère)s?|moins lourde?s?',
      },
      length: {
        named: 'longueur durée pages',
        asked: 'long longue dure durent',
        more: 'plus long(?:ue)?s?',
        less: 'plus courte?s?|moins long(?:ue)?s?',
      },
      height: {
        named: 'hauteur altitude',
        asked: 'haut haute',
        more: 'plus haute?s?',
        less: 'plus basse?s?|moins haute?s?',
      },
      width: {
        named: 'largeur',
        asked: 'large',
        more: 'plus larges?',
        less: 'plus étroite?s?|moins larges?',
      },
      depth: {
        named: 'profondeur',
        asked: 'profond profonde',
        more: 'plus profonde?s?',
        less: 'moins profonde?s?',
      },
      speed: {
        named: 'vitesse',
        asked: 'rapide lent',
        more: 'plus rapides?',
        less: 'plus lente?s?|moins rapides?',
      },
      size: {
        named: 'taille superficie surface population',
        asked: 'grand grande',
        more: 'plus grande?s?',
        less: 'plus petite?s?|moins grande?s?',
      },
      age: {
        named: 'âge',
        asked: 'âgé âgée',
        more: 'plus (?:âgée?|vieux|vieille)s?',
        less: 'plus jeunes?|moins âgée?s?',
      },
      date: {
        named: 'date année entrée',
        asked: 'construit ouvert fondé publié lancé',
        more: 'plus récente?s?|plus nouve(?:au|lle)s?',
        less: 'plus ancien(?:ne)?s?|plus (?:vieux|vieille)s?',
      },
      phone: { named: 'téléphone tél', asked: 'numéro', more: none, less: none },
      birth: { named: 'naissance', asked: 'né née', more: none, less: none },
      author: { named: 'auteur auteure auteurs author', asked: 'écrit rédigé', more: none, less: none },
    },
    most: '(?:le |la |les )?plus(?: de| grande?s?| haute?s?| élevée?s?)?|maxim(?:um|ale?)',
    least: '(?:le |la |les )?moins(?: de| élevée?s?)?|plus (?:petite?|basse?|faible)s?|minim(?:um|ale?)',
    relations: {
      above: { before: "plus d[e'’]|plus que|supérieure?s? à|après(?: le)?|dépass(?:e|ent)", behind: none },
      atLeast: { before: 'au moins|à partir d[eu]|depuis(?: le)?', behind: 'ou plus' },
      below: { before: "moins d[e'’]|inférieure?s? à|avant(?: le)?", behind: none },
      atMost: { before: "au plus|jusqu'à|au maximum", behind: 'ou moins' },
    },
    than: "que|qu['’]",
    total: 'total|totale|somme|au total',
    quantities: 'quantité qté pièces nombre stock',
    rows: 'lignes personnes employés membres',
    telling: 'habitent vivent travaillent travaille coûtent',
    yes: 'oui',
    no: 'non',
  },
  talking: {
    smallTalk: {
      greeting: 'bonjour, salut, bonsoir, coucou, comment ça va, ça va',
      greeted: 'à tous, à toutes, tout le monde',
      thanks: `merci, merci beaucoup, merci bien, un grand merci, merci pour votre aide, merci pour ton aide,
      merci d’avance, merci à vous, merci à toi, non merci, ok merci`,
      acknowledgement: 'ok, d’accord, compris, super, parfait',
      farewell: 'au revoir, à bientôt, bonne nuit, bonne journée, à plus',
      introduction: `aide, qui es tu, qui êtes vous, que peux tu faire, que pouvez vous faire, peux tu m’aider,
      pouvez vous m’aider, comment peux tu m’aider, comment pouvez vous m’aider, que puis je demander,
      que puis je demander ici, de quoi parlent les documents, de quoi parlent ces documents,
      que contiennent ces documents, quels documents y a t il`,
    },
    continuations: 'et mais ou',
    turning: "qu['’]en est-il d(?:e|u|es)",
    pointers: `il elle ils elles lui leur leurs son sa ses le la les ce cet cette ces cela ça celui celle ceux celles y en
    là alors`,
    pointersBeforeNouns: 'le la les en',
    beforePronouns: 'je tu on nous vous ne combien y qu',
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: 'il y a|y a-t-il',
    expletives:
      "est-ce|il faut|faut-il|est-il(?= \\p{L}+ d[e'’])|il est(?= \\p{L}+ (?:d[e'’]|qu))|(?<=(?:(?:l[ae]s?|une?|des|du|ces?|cette|nos|notre|vos|votre) |l['’])\\p{L}+ \\p{L}+-(?:t-)?)(?:il|elle)s?",
    more: /^(?:(?:dis|dites|racontez)[- ](?:m['’]en|moi) (?:plus|davantage)|plus de détails|continue[z]?|quoi d['’]autre|et encore)$/iu,
    correction: {
      refusing: 'non|pardon|désolée?|en fait',
      meaning: "je (?:voulais|veux) dire|je parl(?:ais|e) d(?:es?|u)|je parl(?:ais|e) d(?=['’])",
    },
    naming: 'qui quel quelle quels quelles où',
    ordinals: ['premi[eè]r', 'deuxième|second', 'troisième', 'quatrième', 'cinquième', 'derni[eè]r'],
    ordinalArticles: '(?:l[ae]s? |du |des )',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^(?:qu['’]est[- ]ce (?:que? |qu['’])|c['’]est quoi |que (?:signifie|veut dire) )(?:c['’]est (?:que? |qu['’]))?(.+)$/iu,
        /^(?:à quoi (?:sert|servent)|que (?:fait|font)) (.+)$/iu,
        /(?:^(?:définis|définir)|(?<!\p{L})définition d(?:e|u|es)) (.+)$/iu,
      ],
      copula:
        /(?<!\p{L})(?:(?:est|sont|était|étaient) (?:une?|les?|la|des|ce|tout)(?!\p{L})|(?:est|sont) l['’]|(?:signifie|désigne|représente)(?:nt)?(?!\p{L})|consiste(?:nt)?(?!\p{L}))/iu,
      indefinite: "une?|des?|du|d['’]",
      definite: "les?|la|l['’]",
      where: /\s(?:dans|selon|sous|chez)\s.+$/iu,
    },
    answerCues: {
      amounts: 'moitié|douzaine|double',
      centuries: 'siècles?|décennies?',
      hours: 'h|heures?',
      reasons: "parce qu(?:e|['’])|car|puisque|afin|grâce|en raison|à cause|raisons?|donc|sinon",
    },
    sourceNames: 'référence, références, notes de bas de page, bibliographie',
  },
  claiming: {
    negations:
      /(?<!\p{L})(?:ne|n['’](?=\p{L})|pas|jamais|rien|personne ne|aucune?|sans|ni)(?!\p{L})|(?<!\p{L})n['’]/giu,
    subjectNegations: /^(?:rien|personne ne|aucune?|ni)$/iu,
    deniesByOneWord: false,
    conjunctions: 'et|mais',
    endsWithVerb: false,
    hedges: /(?<!\p{L})(?:pourrai(?:t|ent)|peut-être|probablement)(?!\p{L})/iu,
    allowances: /(?<!\p{L})(?:peut|peuvent|possible|permis|devrait|si)(?!\p{L})/iu,
    opposites: `plus supérieur +dépasse / moins inférieur; maximum maximal / minimum minimal;
    tous toutes chaque toujours / certains quelques parfois; premier / dernier; avant / après;
    augmente hausse / diminue baisse; meilleur / pire;
    doit doivent obligatoire / devrait peut peuvent facultatif; autorisé permis admis / interdit interdits;
    ouvert / fermé; compris inclus / sauf excepté exclu`,
    than: none,
    absence: [
      String.raw`(?<!\p{L})(?:documents?|sources?|passages?|extraits?|textes?)(?:\s\p{L}+){0,2}\sne\s(?:mentionne|précise|contien|indique|donne|di(?:t|sent)|parle)`,
    ],
    attribution: {
      texts:
        '(?:documents?|manuels?|guides?|textes?|sources?|rapports?|articles?|sections?|chapitres?|pages?|règlements?|contrats?|documentation|livrets?|passages?|extraits?)',
      phrases: [
        "(?:selon|d['’]après|conformément (?:à|au|aux)) NP",
        "^NP (?:indique|précise|mentionne|explique|dit|stipule|affirme|confirme)(?:nt)?(?: qu(?:e\\b|['’])|QUOTED)",
      ],
    },
  },
  wording: {
    greeting: 'Bonjour. Posez-moi une question sur les documents.',
    thanks: 'Je vous en prie.',
    farewell: 'Au revoir.',
    introduction:
      'Je réponds aux questions à partir de ces documents et j’indique pour chaque phrase où elle se trouve. Les documents traitent de : {topics}. Posez une question sur l’un de ces sujets.',

    noDocuments:
      'Il n’y a ici aucun document à partir duquel répondre. Ajoutez-en avec : footnote ingest CHEMIN',
    refusal:
      '{why} Les documents traitent de : {topics}. Posez une question sur l’un de ces sujets, ou ajoutez des documents qui contiennent la réponse.',
    nothingFound: 'Je n’ai rien trouvé à ce sujet dans les documents.',
    tooLittleFound: 'J’ai trouvé trop peu à ce sujet dans les documents pour répondre.',
    nothingProven: 'Je n’ai trouvé à ce sujet dans les documents aucune phrase que je puisse prouver.',

    quoted: '«\u00a0{words}\u00a0»',
    listSeparator: ', ',
    andMore: '{list} et d’autres',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'Les documents sont inaccessibles pour le moment, ceci ne répond donc pas à la question. Les réponses récentes ont surtout cité :',
    notBorneOut: 'Rien dans cette réponse n’est confirmé par les documents.',
    modelAway: 'Le modèle de langage ne répond pas, les documents sont donc cités à sa place. {reason}',
    modelSilent: 'Le modèle ne répond pas. Nouvel essai dans {span}.',
    highTraffic: 'Forte affluence, veuillez patienter.',
    highTrafficFor: 'Forte affluence, veuillez patienter {span}.',

    wordsNowhere:
      'Aucun document ne contient {words} ; la réponse s’appuie sur ce qui s’en approche le plus.',
    notMentioned: 'Les passages cités ne mentionnent pas {words}.',
    noName: 'Les passages cités ne donnent aucun nom.',
    countedRows: '{count} lignes sur {total} : {conditions}',
    highestOfRows: 'Valeur la plus élevée de {column} sur {total} lignes : {value}',
    lowestOfRows: 'Valeur la plus basse de {column} sur {total} lignes : {value}',
    latestOfRows: '{column} au plus tard, sur {total} lignes : {value}',
    earliestOfRows: '{column} au plus tôt, sur {total} lignes : {value}',
    totalOfRows: 'Somme de {column} sur {total} lignes : {value}',
    asksForEverything:
      'Cette question demande tout ce qu’il y a. Seuls les passages qui y correspondent le mieux ont été lus ; la réponse peut donc être incomplète.',
    notRewritten: 'La question a été recherchée sans être reformulée. {reason}',
    notRegenerated: 'La réponse n’a pas été réécrite. {reason}',
    notCalibrated:
      'La collection n’est pas calibrée, sa confiance est donc la pertinence. Calibrez-la avec : footnote calibrate',
    passagesNotGiven: 'Passages que la réponse nomme et qui n’ont pas été fournis ; omis : {numbers}.',
    quoteGone: '{path} ne contient plus une phrase qui y a été trouvée ; elle a été omise.',
    sentencesLeftOut: 'Phrases omises parce que les documents ne les confirment pas : {count}.',
    checkedByWords: 'Phrases vérifiées par leurs mots seulement : {count}. {reason}',
  },
};
