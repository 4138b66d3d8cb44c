import { type LanguagePack, none } from '../language-pack.ts';

/** Polish. */
export const pl: LanguagePack = {
  name: 'Polish',
  writing: {
    evidence: {
      words: `na się nie do to jest że jak co po za od czy dla są który która które którzy przez jego oraz tym kto
      kiedy gdzie dlaczego ile jaki jaka jakie jakich mam mój moja moje ma mają może mogą można musi był była było były
      będzie ten ta te tego tej ze we pod nad przed bez ich jej lub`,
      letters: 'ąćęłńóśźż',
      endings:
        'ość ości cie nie nia ych ego emu ami ach owy owa owe ski ska skie czny cja cji acja rzy szy ować ają ogi ówka',
    },
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: 'p dr prof inż mgr np tzw im św',
    functionWords: `a i oraz lub albo ale więc zatem jednak także też również że żeby aby by bo gdy jeśli jeżeli w we z ze na do
      od o u przy za dla podczas według to ten ta te tego tej tym tych tymi tą tę on ona ono oni one jego jej ich
      go mu im nią nim nich się siebie sobie swój swoja swoje swoją swoim swoich ja ty my wy mnie mi mój moja moje
      mojego mojej mojego cię ci twój twoja twoje nas nam nasz nasza nasze was wam pan pani państwo który która
      które którego której którym których którzy jest są był była było były być będzie będą ma mają miał miała
      mieć może mogą można musi muszą należy trzeba powinien powinna powinno tu tam tutaj już jak gdzie tak taki
      taka takie`,
  },
  figures: {
    months:
      'stycznia styczeń styczniu|lutego luty lutym|marca marzec marcu|kwietnia kwiecień kwietniu|maja maj maju|czerwca czerwiec czerwcu|lipca lipiec lipcu|sierpnia sierpień sierpniu|września wrzesień wrześniu|października październik październiku|listopada listopad listopadzie|grudnia grudzień grudniu',
    dayForms: none,
    ranges: none,
    numbers: `zero - dwa|dwie|dwóch trzy|trzech cztery|czterech pięć|pięciu sześć|sześciu siedem osiem dziewięć dziesięć
      jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście
      dwadzieścia`,
    tens: `trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt`,
    scales: {
      thousand: 'tysiąc tysiące tysięcy',
      million: 'milion miliony milionów mln',
      billion: 'miliard miliardy miliardów mld',
    },
    units: {
      m: 'metr metra metry metrów',
      km: 'kilometr kilometra kilometry kilometrów',
      cm: 'centymetr centymetra centymetrów',
      kg: 'kilogram kilograma kilogramy kilogramów',
      g: 'gram grama gramy gramów',
      l: 'litr litra litry litrów',
      h: 'godzina godziny godzin',
      min: 'minuta minuty minut',
      s: 'sekunda sekundy sekund',
      day: 'dzień dni',
      week: 'tydzień tygodnie tygodni',
      month: 'miesiąc miesiące miesięcy',
      year: 'rok lata lat',
      '%': 'procent',
      '€': 'euro',
      $: 'dolar dolarów',
    },
    celsius: ['stopni Celsjusza'],
    approximately: 'około|ok\\.?|mniej więcej|prawie',
  },
  asking: {
    questionWords: `co czego czemu czym kto kogo komu kim jaki jaka jakie jakich jakim który która które której którego którym których gdzie dokąd skąd kiedy
    dlaczego jak ile czyj czyja czyje czy jest są był była było były ma mają może mogą można trzeba musi muszą ja mi
    mnie mój moja moje nam nas mam mamy mogę możemy muszę musimy`,
    questionPhrases: none,
    impliedWords: `kosztuje kosztują koszt cena cenę trwa trwają długo czasu czas godzin godziny godzinie dni lat lata minut
      miesięcy tygodni potrzebne potrzebny potrzebna potrzeba wysoki wysoka wysoko głęboki zapłacić płacę`,
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: { asking: 'co czego czemu', verbs: 'do robi robią robić służy służą' },
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    alternatives: 'czy lub albo',
    codeRequests: none,
    aggregation: {
      howManyWithin:
        '(?:ilu|ile(?! (?:kosztuj|wynos|trwa|to |czas|pieni|waży|płac))|(?:jaka jest )?liczba)(?!\\p{L})',
    },
    places: none,
    placesWithin: none,
  },
  comparing: {
    attributes: {
      price: {
        named: 'cena ceny cenę koszt opłata',
        asked: 'kosztuje kosztują',
        more: 'najdroższ\\p{L}+|droższ\\p{L}+',
        less: 'najtańsz\\p{L}+|tańsz\\p{L}+',
      },
      weight: {
        named: 'waga wagę masa',
        asked: 'waży ważą',
        more: 'najcięższ\\p{L}+|cięższ\\p{L}+',
        less: 'najlżejsz\\p{L}+|lżejsz\\p{L}+',
      },
      length: {
        named: 'długość czas',
        asked: 'trwa',
        more: 'najdłuższ\\p{L}+|dłuższ\\p{L}+',
        less: 'najkrótsz\\p{L}+|krótsz\\p{L}+',
      },
      height: {
        named: 'wysokość',
        asked: 'wysoki wysoka',
        more: 'najwyższ\\p{L}+|wyższ\\p{L}+',
        less: 'najniższ\\p{L}+|niższ\\p{L}+',
      },
      width: { named: 'szerokość', asked: 'szeroki', more: 'najszersz\\p{L}+', less: 'najwęższ\\p{L}+' },
      depth: {
        named: 'głębokość',
        asked: 'głęboki głęboka głębokie',
        more: 'najgłębsz\\p{L}+',
        less: 'najpłytsz\\p{L}+',
      },
      speed: { named: 'prędkość', asked: 'szybki', more: 'najszybsz\\p{L}+', less: 'najwolniejsz\\p{L}+' },
      size: {
        named: 'wielkość powierzchnia rozmiar',
        asked: none,
        more: 'największ\\p{L}+|większ\\p{L}+',
        less: 'najmniejsz\\p{L}+|mniejsz\\p{L}+',
      },
      age: { named: 'wiek', asked: none, more: 'najstarsz\\p{L}+', less: 'najmłodsz\\p{L}+' },
      date: {
        named: 'data rok',
        asked: none,
        more: 'najnowsz\\p{L}+|nowsz\\p{L}+',
        less: 'najstarsz\\p{L}+|starsz\\p{L}+|najwcześniejsz\\p{L}+',
      },
      phone: { named: 'telefon telefonu tel', asked: none, more: none, less: none },
      birth: { named: 'urodzenia', asked: 'urodził urodziła', more: none, less: none },
      author: { named: 'autor autorka autorzy author', asked: 'napisał napisała', more: none, less: none },
    },
    most: 'najwięcej|najwyższ\\p{L}+|największ\\p{L}+',
    least: 'najmniej|najniższ\\p{L}+|najmniejsz\\p{L}+',
    relations: {
      above: { before: 'więcej niż|ponad|powyżej|po', behind: none },
      atLeast: { before: 'co najmniej|przynajmniej|od', behind: 'lub więcej' },
      below: { before: 'mniej niż|poniżej|przed', behind: none },
      atMost: { before: 'co najwyżej|najwyżej|do', behind: 'lub mniej' },
    },
    than: 'niż|od',
    total: 'razem|suma|łącznie|łączna',
    quantities: 'ilość sztuk szt liczba',
    rows: 'wierszy wiersze osób osoby pracowników',
    telling: 'mieszka pracuje ma mają kosztuje',
    yes: 'tak',
    no: 'nie',
  },
  talking: none,
  telling: {
    definitions: none,
    answerCues: none,
    sourceNames: 'źródło, źródła, przypisy',
  },
  claiming: none,
  wording: {
    greeting: 'Dzień dobry. Proszę zapytać mnie o coś z dokumentów.',
    thanks: 'Nie ma za co.',
    farewell: 'Do widzenia.',
    introduction:
      'Odpowiadam na pytania na podstawie tych dokumentów i przy każdym zdaniu podaję, skąd pochodzi. Dokumenty dotyczą: {topics}. Proszę zapytać o jeden z tych tematów.',
    noDocuments:
      'Nie ma tu dokumentów, na podstawie których można odpowiedzieć. Można je dodać poleceniem: footnote ingest ŚCIEŻKA',
    refusal:
      '{why} Dokumenty dotyczą: {topics}. Proszę zapytać o jeden z tych tematów albo dodać dokumenty, które zawierają odpowiedź.',
    nothingFound: 'Nie znalazłem nic na ten temat w dokumentach.',
    tooLittleFound: 'W dokumentach jest na ten temat zbyt mało, żeby odpowiedzieć.',
    nothingProven: 'Nie znalazłem na ten temat niczego, co potwierdzają dokumenty.',
    quoted: '„{words}”',
    listSeparator: ', ',
    andMore: '{list} i inne',
    titleWithHeadings: '{title} ({headings})',
    storeAway:
      'Dokumenty są teraz niedostępne, więc nie jest to odpowiedź na pytanie. Najczęściej cytowane w ostatnich odpowiedziach:',
    notBorneOut: 'Niczego w tej odpowiedzi nie potwierdzają dokumenty.',
    modelAway: 'Model językowy nie odpowiedział, dlatego zamiast tego przytoczono dokumenty. {reason}',
    modelSilent: 'Model nie odpowiada. Następna próba za {span}.',
    highTraffic: 'Duży ruch, proszę czekać.',
    highTrafficFor: 'Duży ruch, proszę czekać {span}.',
    wordsNowhere: 'Żaden z dokumentów nie zawiera {words}; odpowiedź opiera się na tym, co jest najbliższe.',
    notMentioned: 'Przytoczone fragmenty nie wspominają o {words}.',
    noName: 'Przytoczone fragmenty nie podają żadnego nazwiska.',
    countedRows: '{count} z {total} wierszy: {conditions}',
    highestOfRows: 'Najwyższa wartość {column} z {total} wierszy: {value}',
    lowestOfRows: 'Najniższa wartość {column} z {total} wierszy: {value}',
    latestOfRows: 'Najpóźniejsza wartość {column} z {total} wierszy: {value}',
    earliestOfRows: 'Najwcześniejsza wartość {column} z {total} wierszy: {value}',
    totalOfRows: 'Suma {column} z {total} wierszy: {value}',
    asksForEverything:
      'To pytanie dotyczy wszystkiego, co jest w dokumentach. Przeczytano tylko fragmenty, które najlepiej do niego pasują, więc odpowiedź może być niepełna.',
    notRewritten: 'Pytanie nie zostało przeformułowane przed wyszukiwaniem. {reason}',
    notRegenerated: 'Odpowiedź nie została napisana na nowo. {reason}',
    notCalibrated:
      'Zbiór nie jest skalibrowany, więc jako pewność służy trafność. Można go skalibrować poleceniem: footnote calibrate',
    passagesNotGiven: 'Pominięto odwołania do fragmentów, których model nie otrzymał: {numbers}.',
    quoteGone: 'Zdania znalezionego w {path} już tam nie ma; zostało pominięte.',
    sentencesLeftOut: 'Zdania pominięte, ponieważ dokumenty ich nie potwierdzają: {count}.',
    checkedByWords: 'Zdania sprawdzone tylko na podstawie słów: {count}. {reason}',
  },
};
