import { type LanguagePack, none } from '../language-pack.ts';

/** Portuguese. */
export const pt: LanguagePack = {
  name: 'Portuguese',
  writing: {
    evidence: {
      words: `de que do da em um uma para com não os no na as se por mais dos das como ao aos às qual quais são
      quando quanto quanta quantos quantas onde quem porquê porque quê foi ser tem têm pode podem deve devem está
      estão há eu meu minha meus minhas seu sua seus suas nos nas pelo pela entre sem sobre até desde ou você já
      muito também este esta isso faz serve diz`,
      letters: 'ãõáâàçéêíóôú',
      endings:
        'ida ido rar es os as ar er ir ção ções dade dades ado ada ados mente ncia agem eiro eira inho mento ando endo ável ões ães ários ário ais nto',
    },
    stemmer: 'portuguese',
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: 'sr sra dr dra prof eng cf p.ex',
    functionWords: `o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela pelos pelas este esta estes
    estas esse essa isso isto ele ela eles elas lhe lhes se nós nosso nossa seu sua seus suas eu me meu minha que quem
    qual quais quando onde enquanto como e ou mas também para com é são era eram foi foram ser sido está estão estava
    tem têm tinha ter há pode podem deve devem faz assim segundo`,
  },
  figures: {
    months: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    dayForms: ['{day} de {month} de {year}'],
    ranges: { to: 'até', and: 'e', between: 'entre' },
    numbers: `zero - dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze
    dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove vinte`,
    tens: 'trinta quarenta cinquenta sessenta setenta oitenta noventa',
    scales: { thousand: 'mil', million: 'milhão milhões', billion: 'bilhões' },
    units: {
      m: 'metro',
      km: 'quilômetro',
      cm: 'centímetro',
      mm: 'milímetro',
      m2: 'quadrado',
      m3: 'cúbico',
      kg: 'quilograma kilo',
      g: 'grama',
      t: 'tonelada',
      l: 'litro',
      ml: 'mililitro',
      h: 'hora',
      min: 'minuto',
      s: 'segundo',
      ms: 'milisegundo',
      w: 'watt',
      kw: 'kilowatt',
      day: 'dia',
      week: 'semana',
      month: 'mês meses',
      year: 'ano',
      $: 'dólar',
      '€': 'euro',
      '£': 'libra',
      '¥': 'yen yuan',
    },
    celsius: ['graus Celsius'],
    approximately: 'cerca de|quase',
  },
  asking: {
    questionWords: `que quê quem qual quais quando quanto quanta quantos quantas onde como porquê é são era eram foi foram tem
    têm há pode podem deve devem eu me meu minha todos todas cada tenho temos posso podemos devo devemos`,
    questionPhrases: none,
    impliedWords: `custa custam custar custo preço vale demora demoram dura duram duração tempo hora horas dias anos minutos
      meses semanas preciso precisa necessário necessária altura profundidade alto longo ter ser pagar`,
    wordShare: none,
    measures: {
      price: 'quanto custam?|qual é o preço',
      weight: 'quanto pesam?|qual é o peso',
      speed: 'a que velocidade|qual é a velocidade',
      length: 'qual é a (?:profundidade|altura|largura)',
      temperature: '(?:a que|qual é a) temperatura',
      name: 'quem é [oa]',
    },
    requests: {
      verbs: 'liste enumere mostre dê encontre explique descreva',
      articles: 'o a os as um uma uns umas',
    },
    askingVerbs: { asking: 'que quê', verbs: 'para faz fazem fazer serve servem diz dizem' },
    degrees: none,
    askingOpenings: [
      `(?:(?:você|me) )*(?:pode|poderia|podes|podem)(?: (?:me|por favor))*
      (?:dizer|explicar|informar|mostrar|ajudar)(?:-me)?(?: (?:a (?:entender|encontrar)|se))?`,
      '(?:eu )?(?:gostaria de|queria|quero|preciso) (?:saber|entender|conhecer)(?: se)?',
      '(?:por acaso )?(?:alguém |você )?(?:sabe|sabem|sabes)(?: por acaso)?(?: se)?',
      '(?:disseram-me|me disseram|ouvi dizer|li) que',
      'é verdade que',
      '(?:procuro|preciso de) informaç(?:ão|ões) (?:sobre|acerca de)',
      'é possível',
      'há alguma (?:maneira|forma) de',
      '(?:segundo|de acordo com|no|nos)(?: (?:o|os|este|estes))? (?:documentos?|textos?|arquivos?)',
    ],
    askingClosings: ['(?:isso )?é (?:verdade|certo)', '(?<=,\\s?)(?:certo|não é)'],
    questionEnd: none,
    answerTypes: {
      reason: 'por ?quê|^por ?que',
      quantity: 'quant[ao]s?|(?:que|qual) (?:percentagem|porcentagem|número|quantidade)',
      time: '^(?:desde )?quando|(?:que|qual) (?:ano|data|dia|horas?|mês|século|década)',
      person: 'quem',
      place: '^(?:de |para )?a?onde|(?:que|qual) (?:cidade|país|estado|lugar|região)',
    },
    lists: {
      steps:
        'passos?|procedimento|como (?:posso|se pode|devo|faço|fazer)|^como (?:\\p{L}+[aei]r|(?!são)\\p{L}{3,}o)',
      items: 'quais são|o que (?:mudou|foi alterado)|^(?:liste|enumere)|quais (?:.* )?existem',
    },
    comparison:
      /^(?:(?:qual é|quais são) )?(?:a |as )?diferenças? entre(?: [oa]s?)?\s|^compare(?: [oa]s?)?\s|(?<=^(?:em que|como)\b.*)\b(?:diferem?|se diferenciam?)\b(?: de)?/iu,
    alternatives: 'ou',
    codeRequests: none,
    aggregation: {
      howMany: 'quant[oa]s',
      listing: '(?:liste|enumere|mostre|encontre) (?:todos|todas|cada)',
      counting: '(?:quant[oa]s|quais|que)(?: d[oa]s)?',
      documents:
        'documentos|arquivos|ficheiros|capítulos|páginas|artigos|relatórios|contratos|cartas|faturas',
      mention: 'mencionam|falam|citam|tratam|contêm|descrevem|há|existem',
      often: 'quantas vezes',
      mentioned: 'mencionad[oa]s?|citad[oa]s?',
    },
    places: {
      page: 'página|slide|folha|planilha',
      section: 'seção|secção|capítulo|cláusula',
      before: 'segundo|conforme|em|na|no|da|do|de',
      says: 'diz|dizem|fala|trata|descreve|contém|explique|resuma',
    },
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'preço preços custo tarifa valor',
        asked: 'custa custam caro cara',
        more: 'mais car[oa]s?',
        less: 'mais barat[oa]s?|menos car[oa]s?|mais em conta',
      },
      weight: {
        named: 'peso',
        asked: 'pesa pesam pesado pesada',
        more: 'mais pesad[oa]s?',
        less: 'mais leves?',
      },
      length: {
        named: 'comprimento duração páginas',
        asked: 'longo longa dura',
        more: 'mais long[oa]s?|mais comprid[oa]s?',
        less: 'mais curt[oa]s?',
      },
      height: {
        named: 'altura altitude',
        asked: 'alto alta',
        more: 'mais alt[oa]s?',
        less: 'mais baix[oa]s?',
      },
      width: { named: 'largura', asked: 'largo larga', more: 'mais larg[oa]s?', less: 'mais estreit[oa]s?' },
      depth: {
        named: 'profundidade',
        asked: 'profundo profunda',
        more: 'mais fund[oa]s?|mais profund[oa]s?',
        less: 'mais ras[oa]s?|menos profund[oa]s?',
      },
      speed: {
        named: 'velocidade',
        asked: 'rápido rápida lento',
        more: 'mais rápid[oa]s?',
        less: 'mais lent[oa]s?',
      },
      size: {
        named: 'tamanho área superfície população',
        asked: 'grande',
        more: 'maior(?:es)?',
        less: 'menor(?:es)?|mais pequen[oa]s?',
      },
      age: {
        named: 'idade',
        asked: 'velho jovem',
        more: 'mais velh[oa]s?',
        less: 'mais nov[oa]s?|mais jovens?|mais jovem',
      },
      date: {
        named: 'data ano',
        asked: 'construído aberto fundado publicado lançado',
        more: 'mais recentes?|mais nov[oa]s?',
        less: 'mais antig[oa]s?|mais velh[oa]s?',
      },
      phone: { named: 'telefone tel', asked: none, more: none, less: none },
      birth: { named: 'nascimento', asked: 'nasceu nascido nascida', more: none, less: none },
      author: {
        named: 'autor autora autores author',
        asked: 'escreveu escrito redigiu',
        more: none,
        less: none,
      },
    },
    most: 'mais|maior(?:es)?|máxim[oa]|mais alt[oa]',
    least: 'menos|menor(?:es)?|mínim[oa]|mais baix[oa]',
    relations: {
      above: {
        before: 'mais de|mais que|maior(?:es)? (?:do )?que|superior(?:es)? a|acima de|depois de|após',
        behind: none,
      },
      atLeast: { before: 'pelo menos|no mínimo|a partir de|desde', behind: 'ou mais' },
      below: {
        before: 'menos de|menos que|menor(?:es)? (?:do )?que|inferior(?:es)? a|abaixo de|antes de',
        behind: none,
      },
      atMost: { before: 'no máximo|até', behind: 'ou menos' },
    },
    than: '(?:do )?que',
    total: 'total|soma|no total|ao todo',
    quantities: 'quantidade qtd qtde peças',
    rows: 'linhas pessoas funcionários membros',
    telling: 'moram vivem trabalham trabalha têm tem custam',
    yes: 'sim',
    no: 'não nao',
  },
  talking: {
    smallTalk: {
      greeting: 'olá, oi, bom dia, boa tarde, boa noite, tudo bem',
      greeted: 'a todos, a todas, pessoal',
      thanks: `obrigado, obrigada, muito obrigado, muito obrigada, obrigado pela ajuda, obrigada pela ajuda,
      obrigado desde já, obrigada desde já, não obrigado, não obrigada, ok obrigado, ok obrigada`,
      acknowledgement: 'ok, tá bom, entendi, perfeito',
      farewell: 'tchau, até logo, até breve, até mais',
      introduction: `ajuda, quem é você, o que você pode fazer, pode me ajudar, como pode me ajudar,
      o que posso perguntar, o que posso perguntar aqui, que documentos há`,
    },
    continuations: 'e mas ou',
    turning: 'quanto a',
    pointers: `ele ela eles elas seu sua seus suas este esta estes estas esse essa esses essas isso isto aquele aquela lá
    então`,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin: none,
    existentials: none,
    expletives: none,
    more: /^(?:(?:me )?conte mais|mais(?: detalhes)?|continue|o que mais)$/iu,
    correction: {
      refusing: 'não|desculpa|desculpe|na verdade',
      meaning: '(?:eu )?(?:quis|queria|quero) dizer',
    },
    naming: 'quem qual quais onde',
    ordinals: ['primeir', 'segund', 'terceir', 'quart', 'quint', 'últim'],
    ordinalArticles: '(?:o |a |os |as |do |da )',
    ordinalsWithin: none,
  },
  telling: {
    definitions: {
      questions: [/^(?:(?:o )?que (?:é|são|era|eram|significam?|faz|fazem)|para que serve[m]?) (.+)$/iu],
      copula:
        /(?<!\p{L})(?:(?:é|são|era|eram) (?:uma?|os?|as?|todo|cada|qualquer)|significam?|designam?|consistem? em)(?!\p{L})/iu,
      indefinite: 'uma?',
      definite: '[oa]s?',
    },
    answerCues: {
      amounts: 'metade|dúzia|dobro',
      centuries: 'séculos?|décadas?',
      hours: 'h|horas?',
      reasons: 'porque|pois|já que|devido|para que|a fim de|graças a|razão|razões|por isso|portanto',
    },
    sourceNames: 'fontes, referência, referências, citações, notas de rodapé',
  },
  claiming: {
    negations: /(?<!\p{L})(?:não|nunca|jamais|ninguém|nada|nenhuma?|sem|nem)(?!\p{L})/giu,
    subjectNegations: /^(?:ninguém|nada|nenhuma?|nem)$/iu,
    deniesByOneWord: false,
    conjunctions: 'e|mas',
    endsWithVerb: false,
    hedges: /(?<!\p{L})(?:poderiam?|talvez|provavelmente)(?!\p{L})/iu,
    allowances: none,
    opposites: none,
    than: none,
    absence: [
      String.raw`(?<!\p{L})(?:documentos?|fontes?|textos?)(?:\s\p{L}+){0,2}\snão\s(?:menciona|especifica|cont[éê]m|indica|diz|fornece|inclu)`,
    ],
    attribution: {
      texts:
        '(?:documentos?|documentação|manua(?:l|is)|guias?|textos?|fontes?|relatórios?|artigos?|seç(?:ão|ões)|secç(?:ão|ões)|capítulos?|páginas?|contratos?|regulamentos?)',
      phrases: [
        '(?:segundo|conforme|de acordo com) NP',
        '^NP (?:indica|diz|menciona|explica|afirma|especifica|estabelece|confirma)m?(?: que|QUOTED)',
      ],
    },
  },
  wording: {
    greeting: 'Olá. Pergunte-me algo sobre os documentos.',
    thanks: 'De nada.',
    farewell: 'Até logo.',
    introduction:
      'Respondo a perguntas a partir destes documentos e digo de cada frase onde ela está. Os documentos tratam de: {topics}. Pergunte sobre um destes temas.',

    noDocuments:
      'Não há aqui documentos a partir dos quais responder. Adicione alguns com: footnote ingest CAMINHO',
    refusal:
      '{why} Os documentos tratam de: {topics}. Pergunte sobre um destes temas ou adicione documentos que contenham a resposta.',
    nothingFound: 'Não encontrei nada sobre isso nos documentos.',
    tooLittleFound: 'Encontrei muito pouco sobre isso nos documentos para responder.',
    nothingProven: 'Não encontrei nos documentos nenhuma frase sobre isso que eu possa provar.',

    quoted: '“{words}”',
    listSeparator: ', ',
    andMore: '{list} e mais',
    titleWithHeadings: '{title} ({headings})',

    storeAway:
      'Neste momento não é possível aceder aos documentos, por isso isto não responde à pergunta. O que as respostas recentes mais citaram:',
    notBorneOut: 'Nada nesta resposta é confirmado pelos documentos.',
    modelAway: 'O modelo de linguagem não responde, por isso são citados os documentos. {reason}',
    modelSilent: 'O modelo não responde. Nova tentativa em {span}.',
    highTraffic: 'Muito tráfego, aguarde, por favor.',
    highTrafficFor: 'Muito tráfego, aguarde {span}, por favor.',

    wordsNowhere: 'Nenhum documento contém {words}; a resposta baseia-se no que mais se aproxima.',
    notMentioned: 'Os trechos citados não mencionam {words}.',
    noName: 'Os trechos citados não dão nenhum nome.',
    countedRows: '{count} de {total} linhas: {conditions}',
    highestOfRows: 'Valor mais alto de {column} em {total} linhas: {value}',
    lowestOfRows: 'Valor mais baixo de {column} em {total} linhas: {value}',
    latestOfRows: 'Valor mais recente de {column} em {total} linhas: {value}',
    earliestOfRows: 'Valor mais antigo de {column} em {total} linhas: {value}',
    totalOfRows: 'Soma de {column} em {total} linhas: {value}',
    asksForEverything:
      'Esta pergunta pede tudo o que existe. Só foram lidas as passagens que melhor lhe correspondem, por isso a resposta pode estar incompleta.',
    notRewritten: 'A pergunta foi procurada sem ser reformulada. {reason}',
    notRegenerated: 'A resposta não foi reescrita. {reason}',
    notCalibrated:
      'A coleção não está calibrada, por isso a sua confiança é a relevância. Calibre-a com: footnote calibrate',
    passagesNotGiven:
      'Passagens que a resposta nomeia e que não tinham sido dadas; foram omitidas: {numbers}.',
    quoteGone: '{path} já não contém uma frase que lá foi encontrada; foi omitida.',
    sentencesLeftOut: 'Frases omitidas porque os documentos não as confirmam: {count}.',
    checkedByWords: 'Frases verificadas apenas pelas suas palavras: {count}. {reason}',
  },
};
