import { type LanguagePack, none } from '../language-pack.ts';

/** Spanish. */
export const es: LanguagePack = {
  name: 'Spanish',
  writing: {
    evidence: {
      words: `el la los las de que en un una es por para con del se no como cómo más cuál cuáles qué quién quiénes
      cuándo cuánto cuánta cuántos cuántas dónde está están son su sus al lo le les me mi mis tu hay fue ser tiene
      tienen puede pueden debe deben hace entre sin sobre desde hasta cuando donde cual este esta estos muy también ya
      ha han hacen sirve dice ¿ ¡`,
      letters: 'áéíñóú',
      endings:
        'ida ido rar es os as ar er ir ción ciones dad dades ado ada ados adas ando iendo mente ncia miento eza illo aje ores ales ario iones',
    },
    stemmer: 'spanish',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: 'sr sra srta dr dra prof st cf p.ej ee',
    functionWords: `el la los las lo un una unos unas del de al a este esta estos estas ese esa esos esas eso esto él ella ellos
    ellas le les nos nuestro nuestra su sus se mi tu yo que quien cual cuales cuando donde mientras si como y e o u
    pero también en por para con hacia es son era eran fue fueron ser sido está están estaba ha han había haber puede
    pueden debe deben hace hacen así según`,
  },
  figures: {
    months:
      'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre setiembre|octubre|noviembre|diciembre',
    dayForms: ['{day} de {month} de {year}', '{day} de {month} del {year}'],
    ranges: { to: 'al hasta', and: 'y e', between: 'entre' },
    numbers: `cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
    dieciocho diecinueve veinte`,
    tens: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    scales: { thousand: 'mil', million: 'millón millones', billion: none },
    units: {
      m: 'metro',
      km: 'kilómetro',
      cm: 'centímetro',
      mm: 'milímetro',
      m2: 'cuadrado',
      m3: 'cúbico',
      kg: 'kilogramo kilo',
      g: 'gramo',
      t: 'tonelada',
      l: 'litro',
      ml: 'mililitro',
      h: 'hora',
      min: 'minuto',
      s: 'segundo',
      ms: 'milisegundo',
      w: 'vatio',
      kw: 'kilovatio',
      mw: 'megavatio',
      gw: 'gigavatio',
      day: 'día dia',
      week: 'semana',
      month: 'mes meses',
      year: 'año',
      $: 'dólar',
      '€': 'euro',
      '£': 'libra',
      '¥': 'yen yuan',
    },
    celsius: ['grados Celsius', 'grados centígrados'],
    approximately: 'unos|unas|aproximadamente|alrededor de|casi',
  },
  asking: {
    questionWords: `qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo es son era eran fue fueron ha
    han había puede pueden debe deben hay yo me mi mis nos todos todas cada tengo tienes tiene tienen tenemos puedo podemos
    debo debemos`,
    questionPhrases: none,
    impliedWords: `cuesta cuestan costar coste precio vale valen tarda tardan dura duran duración tiempo hora horas días años
      minutos meses semanas falta necesito necesita necesario necesaria altura profundidad alto largo pagar`,
    wordShare: 0.92,
    measures: {
      price: 'cuánto cuestan?|cuánto valen?|cuál es el precio',
      weight: 'cuánto pesan?|cuál es el peso',
      speed: 'a qué velocidad|cuál es la velocidad',
      length: '(?:qué|cuál es la) (?:profundidad|altura|anchura)',
      temperature: '(?:a )?(?:qué|cuál es la) temperatura',
      name: 'quién es (?:el|la)',
    },
    requests: {
      verbs: 'lista enumera muestra muéstrame da dame encuentra explica explícame describe',
      articles: 'el la los las un una unos unas',
    },
    askingVerbs: {
      asking: 'qué',
      verbs: 'para hace hacen hacer sirve sirven dice dicen pone pasó ocurrió sucedió',
    },
    degrees: none,
    askingOpenings: [
      `(?:(?:me|nos) )?(?:puedes?|podrías?|pueden|podrían)(?: por favor)?
      (?:decir|explicar|indicar|mostrar|ayudar)(?:me|nos)?(?: (?:a (?:entender|saber|encontrar)|si))?`,
      '(?:quisiera|quiero|querría|me gustaría|necesito) (?:saber|conocer|entender)(?: si)?',
      '(?:alguien sabe|sabes|sabe(?: usted)?|saben)(?: por casualidad)?(?: si)?',
      '(?:me (?:han dicho|dijeron)|he (?:oído|leído)) que',
      'es (?:verdad|cierto) que',
      '(?:busco|necesito) información (?:sobre|acerca de)',
      'es posible',
      'hay alguna (?:manera|forma) de',
      '(?:según|de acuerdo con|en) (?:el|los|este|estos|mis) (?:documentos?|textos?|archivos?)',
    ],
    askingClosings: ['es (?:eso )?(?:verdad|cierto)', '(?<=,\\s?)¿?(?:verdad|no)'],
    questionEnd: none,
    answerTypes: {
      reason: 'por qué',
      quantity: 'cuánt[oa]s?|qué (?:cantidad|número|porcentaje|proporción)',
      time: 'cuándo|(?:qué|cuál) (?:año|fecha|día|hora|mes|siglo|década)',
      person: 'quién(?:es)?',
      place: 'a?dónde|qué (?:ciudad|país|estado|lugar|región)',
    },
    lists: {
      steps: 'pasos?|procedimiento|cómo (?:se puede|\\p{L}+[aei]r(?:se|me)?|\\p{L}{3,}o)',
      items: 'cuáles son|qué (?:ha )?cambi(?:ó|ado)|^(?:enumera|lista|nombra)|qué (?:.* )?hay',
    },
    comparison:
      /^¿?\s?(?:(?:cuál es|cuáles son|qué) )?(?:la |las )?diferencias? (?:hay )?entre(?: el| la| los| las)?\s|^compara(?: el| la| los| las)?\s|(?<=^¿?\s?(?:en qué|cómo)\s.*)\b(?:difieren?|se diferencian?)\b(?: de)?/iu,
    alternatives: 'o u',
    codeRequests:
      /(?<!\p{L})(?:código|script|comando|ejemplo)s? (?:para|de|en)\b|(?<!\p{L})qué comandos?\b|\blínea de comandos\b/iu,
    aggregation: {
      howMany: 'cuánt[oa]s',
      listing: '(?:enumera|lista|nombra|dime|muestra|encuentra) (?:todos|todas|cada)',
      counting: '(?:cuánt[oa]s|qué)(?: de (?:los|las|nuestr[oa]s))?',
      documents: 'documentos|archivos|capítulos|páginas|artículos|informes|contratos|cartas|facturas',
      mention: 'mencionan|hablan|citan|tratan|contienen|describen|hay',
      often: 'cuántas veces',
      mentioned: 'menciona[n]?|mencionad[oa]s?|citad[oa]s?',
    },
    places: {
      page: 'página|diapositiva|hoja',
      section: 'sección|capítulo|apartado|cláusula',
      before: 'según|en|de|bajo',
      says: 'dice|dicen|pone|trata|describe|contiene|explica|resume',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'precio precios coste costo tarifa',
        asked: 'cuesta cuestan caro cara barato barata',
        more: 'más car[oa]s?',
        less: 'más barat[oa]s?|menos car[oa]s?|más económic[oa]s?',
      },
      weight: {
        named: 'peso',
        asked: 'pesa pesan pesado pesada',
        more: 'más pesad[oa]s?',
        less: 'más liger[oa]s?|menos pesad[oa]s?',
      },
      length: {
        named: 'longitud duración páginas',
        asked: 'largo larga dura',
        more: 'más larg[oa]s?',
        less: 'más cort[oa]s?',
      },
      height: { named: 'altura altitud', asked: 'alto alta', more: 'más alt[oa]s?', less: 'más baj[oa]s?' },
      width: { named: 'anchura', asked: 'ancho ancha', more: 'más anch[oa]s?', less: 'más estrech[oa]s?' },
      depth: {
        named: 'profundidad',
        asked: 'profundo profunda',
        more: 'más profund[oa]s?',
        less: 'menos profund[oa]s?',
      },
      speed: {
        named: 'velocidad',
        asked: 'rápido rápida lento',
        more: 'más rápid[oa]s?',
        less: 'más lent[oa]s?',
      },
      size: {
        named: 'tamaño superficie área población',
        asked: 'grande',
        more: 'más grandes?',
        less: 'más pequeñ[oa]s?',
      },
      age: {
        named: 'edad',
        asked: 'viejo joven',
        more: 'más viej[oa]s?|de más edad',
        less: 'más jóven(?:es)?|más joven',
      },
      date: {
        named: 'fecha año ingreso',
        asked: 'construido abierto fundado publicado lanzado',
        more: 'más nuev[oa]s?|más recientes?',
        less: 'más antigu[oa]s?|más viej[oa]s?',
      },
      phone: { named: 'teléfono tel', asked: none, more: none, less: none },
      birth: { named: 'nacimiento', asked: 'nació nacido nacida', more: none, less: none },
      author: {
        named: 'autor autora autores author',
        asked: 'escribió escrito redactó',
        more: none,
        less: none,
      },
    },
    most: 'más|mayor(?:es)?|máxim[oa]',
    least: 'menos|menor(?:es)?|mínim[oa]|más baj[oa]s?',
    relations: {
      above: {
        before: 'más de|más que|mayor(?:es)? (?:de|que|a)|superior(?:es)? a|después de(?:l)?|tras',
        behind: none,
      },
      atLeast: { before: 'al menos|por lo menos|como mínimo|desde', behind: 'o más' },
      below: {
        before: 'menos de|menor(?:es)? (?:de|que|a)|inferior(?:es)? a|antes de(?:l)?',
        behind: none,
      },
      atMost: { before: 'como máximo|hasta|a lo sumo', behind: 'o menos' },
    },
    than: 'que',
    total: 'total|suma|en total',
    quantities: 'cantidad cant piezas existencias',
    rows: 'filas personas empleados socios',
    telling: 'viven trabajan trabaja tienen tiene cuestan',
    yes: 'sí si',
    no: 'no',
  },
  talking: {
    smallTalk: {
      greeting: 'hola, buenos días, buenas tardes, buenas noches, buenas, qué tal, cómo estás',
      greeted: 'a todos, a todas',
      thanks: `gracias, muchas gracias, mil gracias, gracias por tu ayuda, gracias por su ayuda, gracias de antemano,
      muchas gracias de antemano, no gracias, ok gracias`,
      acknowledgement: 'ok, vale, de acuerdo, entendido, perfecto, genial',
      farewell: 'adiós, hasta luego, hasta pronto, chao',
      introduction: `ayuda, quién eres, qué puedes hacer, puedes ayudarme, cómo puedes ayudarme, en qué puedes ayudarme,
      qué puedo preguntar, qué puedo preguntar aquí, de qué tratan los documentos, qué hay en los documentos,
      qué documentos hay, qué temas hay`,
    },
    continuations: 'y e pero o u',
    turning: 'qué (?:hay|pasa) (?:de|con)',
    pointers: `él ella ello ellos ellas lo la los las le les su sus este esta estos estas ese esa esos esas eso esto aquel
    aquella allí ahí entonces`,
    pointersBeforeNouns: 'la lo los las',
    beforePronouns: 'cuándo dónde cómo quién quiénes qué no se me te nos',
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: none,
    expletives: none,
    more: /^(?:(?:cuéntame|dime) más|más(?: detalles| información)?(?: por favor)?|continúa|sigue|qué más|algo más)$/iu,
    correction: {
      refusing: 'no|perdón|perdona|perdone|en realidad',
      meaning: '(?:quise|quería|quiero) decir|me ref(?:ería|iero) a',
    },
    naming: 'quién quiénes cuál cuáles dónde',
    ordinals: ['primer', 'segund', 'tercer', 'cuart', 'quint', 'últim'],
    ordinalArticles: '(?:el |la |los |las |del )',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [
        /^¿?\s?(?:qu[ée] (?:es|son|era|eran|significan?|hacen?)|para qu[ée] (?:sirven?|es|son)) (.+)$/iu,
        /(?:^(?:define|definir)|(?<!\p{L})definición de) (.+)$/iu,
      ],
      copula:
        /(?<!\p{L})(?:(?:es|son|era|eran) (?:una?|el|las?|los?|todo|cada|cualquier)|significan?|designan?|consisten? en|se refieren? a)(?!\p{L})/iu,
      indefinite: 'un[oa]s|una?',
      definite: 'el|l[ao]s?',
      where: /\s(?:en|según|bajo)\s.+$/iu,
    },
    answerCues: {
      amounts: 'mitad|docena|doble',
      centuries: 'siglos?|décadas?',
      hours: 'h|horas?',
      reasons:
        'porque|ya que|debido|puesto que|para que|a fin de|gracias a|razón|razones|por eso|por lo tanto',
    },
    sourceNames: 'fuente, fuentes, referencia, referencias, citas, notas al pie, bibliografía',
  },
  claiming: {
    negations: /(?<!\p{L})(?:no|nunca|jamás|nadie|nada|ningun[oa]?|ningún|sin|ni|tampoco)(?!\p{L})/giu,
    subjectNegations: /^(?:nadie|nada|ningun[oa]?|ningún|ni)$/iu,
    deniesByOneWord: false,
    conjunctions: 'y|pero|sino',
    endsWithVerb: false,
    hedges: /(?<!\p{L})(?:podrían?|quizás?|tal vez|probablemente|posiblemente)(?!\p{L})/iu,
    allowances: /(?<!\p{L})(?:puede|pueden|posible|permitido|debería|si)(?!\p{L})/iu,
    opposites: `más mayor superior +supera / menos menor inferior; máximo / mínimo; todos cada siempre / algunos pocos;
    primero primer / último; antes / después; aumenta sube / disminuye bajó redujo; mejor / peor;
    debe obligatorio / puede opcional; permitido / prohibido; abierto / cerrado;
    incluido / excepto excluido salvo`,
    than: none,
    absence: [
      String.raw`(?<!\p{L})(?:documentos?|fuentes?|textos?|pasajes?)(?:\s\p{L}+){0,2}\sno\s(?:menciona|especifica|contiene|indica|dice|proporciona|incluye)`,
    ],
    attribution: {
      texts:
        '(?:documentos?|manual(?:es)?|guías?|textos?|fuentes?|informes?|artículos?|secci(?:ón|ones)|capítulos?|páginas?|contratos?|reglamentos?|documentación|pasajes?)',
      phrases: [
        '(?:según|de acuerdo con) NP',
        '^NP (?:indica|dice|menciona|explica|señala|establece|afirma|especifica|confirma)n?(?: que|QUOTED)',
      ],
    },
  },
  wording: {
    greeting: 'Hola. Pregúnteme algo sobre los documentos.',
    thanks: 'De nada.',
    farewell: 'Adiós.',
    introduction:
      'Respondo preguntas a partir de estos documentos y digo de cada frase dónde está. Los documentos tratan de: {topics}. Pregunte por uno de estos temas.',

    noDocuments: 'Aquí no hay documentos con los que responder. Añada algunos con: footnote ingest RUTA',
    refusal:
      '{why} Los documentos tratan de: {topics}. Pregunte por uno de estos temas o añada documentos que contengan la respuesta.',
    nothingFound: 'No he encontrado nada sobre esto en los documentos.',
    tooLittleFound: 'He encontrado demasiado poco sobre esto en los documentos para responder.',
    nothingProven: 'No he encontrado en los documentos ninguna frase sobre esto que pueda probar.',

    quoted: '«{words}»',
    listSeparator: ', ',
    andMore: '{list} y más',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'Ahora mismo no se puede acceder a los documentos, así que esto no responde a la pregunta. Lo más citado en las respuestas recientes:',
    notBorneOut: 'Nada de esta respuesta está respaldado por los documentos.',
    modelAway: 'El modelo de lenguaje no responde, así que en su lugar se citan los documentos. {reason}',
    modelSilent: 'El modelo no responde. Se volverá a intentar en {span}.',
    highTraffic: 'Mucho tráfico, espere, por favor.',
    highTrafficFor: 'Mucho tráfico, espere {span}, por favor.',

    wordsNowhere: 'Ningún documento contiene {words}; la respuesta se basa en lo que más se le acerca.',
    notMentioned: 'Los pasajes citados no mencionan {words}.',
    noName: 'Los pasajes citados no dan ningún nombre.',
    countedRows: '{count} de {total} filas: {conditions}',
    highestOfRows: 'Valor más alto de {column} en {total} filas: {value}',
    lowestOfRows: 'Valor más bajo de {column} en {total} filas: {value}',
    latestOfRows: '{column} más reciente en {total} filas: {value}',
    earliestOfRows: '{column} más antigua en {total} filas: {value}',
    totalOfRows: 'Suma de {column} en {total} filas: {value}',
    asksForEverything:
      'Esta pregunta pide todo lo que hay. Solo se han leído los pasajes que mejor encajan, por lo que la respuesta puede estar incompleta.',
    notRewritten: 'La pregunta se ha buscado sin reformularla. {reason}',
    notRegenerated: 'La respuesta no se ha vuelto a escribir. {reason}',
    notCalibrated:
      'La colección no está calibrada, así que su confianza es la relevancia. Calíbrela con: footnote calibrate',
    passagesNotGiven: 'Pasajes que la respuesta nombra y que no se habían dado; se han omitido: {numbers}.',
    quoteGone: '{path} ya no contiene una frase que se encontró allí; se ha omitido.',
    sentencesLeftOut: 'Frases omitidas porque los documentos no las respaldan: {count}.',
    checkedByWords: 'Frases comprobadas solo por sus palabras: {count}. {reason}',
  },
};
