import { type LanguagePack, none } from '../language-pack.ts';

/** Japanese. */
export const ja: LanguagePack = {
  name: 'Japanese',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: `は が を に へ で と も の や か ね よ から まで より です ます だ た て し する した して さ れ られ ば いる ある なる これ それ あれ この その あの こと もの ため よう など
      として について における により ください こんなに`,
  },
  figures: none,
  asking: {
    questionWords: `何 なに なん 誰 だれ いつ どこ どれ どの どんな どう どうして どうやって なぜ いくら いくつ 何時 何日 何人 何年 は が を
    に へ で と も の や か ね よ から まで より です でし だ た て し する した して さ れ られ ば いい ます ませ まし ん
    いる いま てい ある あり ありま あっ すか ください くだ さい 教え この その これ それ こと でき`,
    questionPhrases: `いくら|いくつ|どの?(?:くらい|ぐらい)|どこ(?:まで|から)?|どうやって|どうして|どうすれば|何(?:時|人|年|日|月|回|色|個|歳|分|が|を|で|に)?|誰(?:が|に|の)?|なぜ|いつ(?:まで|から)?|ですか|ますか|でしょうか|のですか|ありますか`,
    impliedWords: '値段 料金 価格 時間 かかり かかる 日 年 分 月 必要 高 さ 高さ 深さ 払う 払い',
    wordShare: none,
    measures: none,
    requests: none,
    askingVerbs: none,
    degrees: none,
    askingOpenings: none,
    askingClosings: [
      '(?:を|について)?(?:教えて|知って)(?:ください|いただけますか|いただけませんか|もらえますか|ほしいです|いますか)',
      'を?(?:ご存知|ご存じ|お分かり|わかり|分かり)(?:です|ます|でしょう)か',
      'が?知りたい(?:です|のですが)',
      '(?:と(?:聞き|言われ)ました)?。(?:本当|そう)(?:です|でしょう)か',
    ],
    questionEnd: /か。?$/,
    answerTypes: {
      reason: 'なぜ|どうして|何故',
      time: 'いつ|何(?:年(?!間)|月|日|世紀|時(?!間))',
      quantity:
        'いくつ|いくら|何(?:人|個|回|パーセント|%|年間|歳|時間|分|秒|本|枚|台|キロ|メートル)|(?:どの|どれ)(?:くらい|ぐらい)',
      person: '誰|だれ',
      place: 'どこ|どの(?:都市|国|州|県|場所|地域)',
    },
    lists: { steps: '手順|方法|どうやって|どうすれば', items: '一覧|挙げ|列挙|どんな.*(?:あり|ある)' },
    comparison: none,
    alternatives: 'それとも',
    codeRequests: none,
    aggregation: {
      howManyWithin:
        '何(?:人|名|件|個|社|行)(?:い|あり)?(?:ます|る|です)?か?|いくつ(?:あり|い)(?:ます|る)か?',
    },
    places: none,
    placesWithin: {
      place: '第?(?<number>NUMBER)(?:(?<page>ページ|枚目)|[章節])(?:に|の|で)?',
      says: /書いて|書かれて/gu,
    },
  },
  comparing: {
    attributes: {
      price: {
        named: '価格 値段 料金 費用 単価 いくら',
        more: '(?:最も|一番|もっとも)(?:高い|高価な)',
        less: '(?:最も|一番|もっとも)安い|最安',
      },
      weight: {
        named: '重さ 重量 体重',
        more: '(?:最も|一番|もっとも)重い',
        less: '(?:最も|一番|もっとも)軽い',
      },
      length: {
        named: '長さ 時間 ページ数',
        more: '(?:最も|一番|もっとも)長い',
        less: '(?:最も|一番|もっとも)短い',
      },
      height: {
        named: '高さ 標高 身長',
        more: '(?:最も|一番|もっとも)高い',
        less: '(?:最も|一番|もっとも)低い',
      },
      width: { named: '幅', more: '(?:最も|一番)広い', less: '(?:最も|一番)狭い' },
      depth: { named: '深さ 水深', more: '(?:最も|一番|もっとも)深い', less: '(?:最も|一番|もっとも)浅い' },
      speed: { named: '速度 速さ', more: '(?:最も|一番|もっとも)速い', less: '(?:最も|一番|もっとも)遅い' },
      size: {
        named: '面積 大きさ 人口 容量',
        more: '(?:最も|一番|もっとも)大きい|最大',
        less: '(?:最も|一番|もっとも)小さい|最小',
      },
      age: { named: '年齢', more: '最年長', less: '最年少|(?:最も|一番)若い' },
      date: { named: '日付 年 発売日', more: '最新|(?:最も|一番)新しい', less: '(?:最も|一番)古い|最古' },
      phone: { named: '電話 電話番号', more: none, less: none },
      birth: { named: '生年月日 誕生日 生まれ', more: none, less: none },
    },
    most: '(?:最も|一番|もっとも)(?:多い|高い|大きい)|最大|最高|最多',
    least: '(?:最も|一番|もっとも)(?:少ない|低い|小さい)|最小|最低|最少',
    relations: {
      above: { before: none, behind: '(?:を超える|より(?:高い|多い|大きい|重い|後))' },
      atLeast: { before: '少なくとも', behind: '以上' },
      below: { before: none, behind: '(?:未満|より(?:安い|低い|少ない|小さい|軽い|前))' },
      atMost: { before: none, behind: '以下' },
    },
    than: 'より',
    total: '合計|総額|総計',
    rows: '行 件 人 社員',
    telling: '',
  },
  talking: {
    smallTalk: {
      greeting: 'こんにちは, おはよう, おはようございます, こんばんは, はじめまして, すみません',
      thanks: 'ありがとう, ありがとうございます, どうもありがとう, どうも, よろしくお願いします',
      acknowledgement: 'わかりました, 了解, 了解です',
      farewell: 'さようなら, またね, おやすみ, おやすみなさい',
      introduction: 'ヘルプ, あなたは誰ですか, 何ができますか, 何を聞けますか, どんな文書がありますか',
    },
    continuations: none,
    turning: none,
    pointers: none,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin: /それ(?!ぞれ)|これ|あれ|そこ|ここ|その(?!他)|この|あの|彼|^(?:では|じゃあ|あと)/u,
    existentials: none,
    expletives: none,
    more: /^(?:もっと(?:教えて(?:ください)?|詳しく)?|続けて(?:ください)?|続き|他には|ほかには|詳しく(?:教えて(?:ください)?)?)$/u,
    correction: none,
    naming: none,
    ordinals: none,
    ordinalArticles: none,
    ordinalsWithin:
      /(?:(?:([一1１])|([二2２])|([三3３])|([四4４])|([五5５]))[番つ]目|(最後))(?=[はのも?？、。]|$)/u,
  },
  telling: {
    definitions: { questions: [/^(.+?)(?:とは何|とはなん|って何|とは$)/u], copula: /とは|は、/u },
    answerCues: none,
    sourceNames: '出典, 参考資料, 参照, 引用元, 情報源',
  },
  claiming: {
    negations: /(?<!少)ない(?!し)|ません|なかった|ず(?=[、。に])|無(?!線)/gu,
    subjectNegations: none,
    deniesByOneWord: false,
    conjunctions: none,
    endsWithVerb: false,
    hedges: /かもしれ|おそらく|たぶん/u,
    allowances: none,
    opposites: none,
    than: none,
    absence: ['(?:文書|資料|ドキュメント)(?:に|には|では)[^。]{0,40}(?:ありません|されていません)'],
    attribution: {
      texts: '(?:マニュアル|文書|ドキュメント|資料|ハンドブック|報告書|規定|ガイド|契約書|説明書|記事|本文)',
      phrases: ['^[^、。]{0,16}TEXTS[」』]?(?:に)?(?:よると|よれば|よりますと)'],
    },
  },
  wording: {
    greeting: 'こんにちは。文書について質問してください。',
    thanks: 'どういたしまして。',
    farewell: 'さようなら。',
    introduction:
      'これらの文書をもとに質問に答え、文ごとに出典を示します。文書の内容：{topics}。このいずれかについて質問してください。',

    noDocuments: '回答のもとになる文書がありません。次のコマンドで追加してください：footnote ingest パス',
    refusal: '{why}文書の内容：{topics}。このいずれかについて質問するか、答えを含む文書を追加してください。',
    nothingFound: 'これに関する内容は文書に見つかりませんでした。',
    tooLittleFound: 'これに関する内容が文書に少なすぎて、お答えできません。',
    nothingProven: 'これについて、文書で裏付けられる文が見つかりませんでした。',

    quoted: '「{words}」',
    listSeparator: '、',
    andMore: '{list}など',
    titleWithHeadings: '{title}（{headings}）',

    storeAway:
      '現在、文書を読み込めないため、これは質問への回答ではありません。最近の回答で最も多く引用された箇所：',
    notBorneOut: 'この回答の内容は、文書で裏付けられていません。',
    modelAway: '言語モデルが応答しないため、代わりに文書を引用します。{reason}',
    modelSilent: 'モデルが応答しません。{span}後に再試行します。',
    highTraffic: '混み合っています。しばらくお待ちください。',
    highTrafficFor: '混み合っています。{span}お待ちください。',

    wordsNowhere: 'どの文書にも{words}はありません。回答は最も近い内容に基づいています。',
    notMentioned: '引用した箇所には{words}への言及がありません。',
    noName: '引用した箇所に名前はありません。',
    countedRows: '{total}行のうち{count}行：{conditions}',
    highestOfRows: '{total}行のうち{column}の最大：{value}',
    lowestOfRows: '{total}行のうち{column}の最小：{value}',
    latestOfRows: '{total}行のうち{column}の最新：{value}',
    earliestOfRows: '{total}行のうち{column}の最古：{value}',
    totalOfRows: '{total}行の{column}の合計：{value}',
    asksForEverything:
      'この質問はすべてを挙げるよう求めています。最も関連の深い箇所だけを読んだため、回答は不完全な場合があります。',
    notRewritten: '質問を書き換えずに検索しました。{reason}',
    notRegenerated: '回答は書き直されていません。{reason}',
    notCalibrated:
      'このコレクションは較正されていないため、信頼度は関連度です。次のコマンドで較正できます：footnote calibrate',
    passagesNotGiven: '回答が挙げたものの、与えられていないため省いた箇所：{numbers}。',
    quoteGone: '{path} には、以前見つかった文がもうありません。その文は省きました。',
    sentencesLeftOut: '文書で裏付けられないため省いた文の数：{count}。',
    checkedByWords: '語だけで確認した文の数：{count}。{reason}',
  },
};
