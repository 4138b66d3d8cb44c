import { type LanguagePack, none } from '../language-pack.ts';

/** Chinese. */
export const zh: LanguagePack = {
  name: 'Chinese',
  writing: {
    evidence: none,
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: {
    questionWords: `谁 誰 什么 什麼 什么时候 什麼時候 啥 哪 哪一 哪个 哪個 哪些 哪里 哪裡
    哪儿 哪兒 何 何时 何時 何地 几 幾 几点 幾點 几天 幾天 几个 幾個 几次 幾次 几位 幾位 几年 幾年 几种 幾種 几日 幾日 几时 幾時
    多少 多少钱 多少錢 多 多久 多长 多長 多大 多高 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 样 樣 如何 为什么 為什麼 为何 為何 吗 嗎 呢 吧 是 是否 是不是 有 有没有
    有沒有 没有 沒有 做 用来 用來 能 能否 能不能 可以 可否 会 會 的 了 在 和 与 與 请 請 请问 請問 我 我们 我們 你 你们 您`,
    requests: none,
    askingVerbs: none,
    degrees: none,
    askingOpenings: [
      '(?:请问|請問)?我(?:们|們)?(?:想|想要|希望|需要)(?:知道|了解|瞭解|问|問|请教|請教)(?:一下)?',
      '(?:你|您)?(?:能|能不能|能否|可以|可否|可不可以)?(?:请|請)?(?:告诉|告訴)我(?:们|們)?(?:一下)?',
      '(?:有人|有谁|有誰|你|您)(?:知道|了解|瞭解)(?:不知道)?',
      '(?:请|請|帮我|幫我|请帮我|請幫我)(?:解释|解釋|说明|說明|介绍|介紹)(?:一下)?',
      '(?:根据|根據|按照|依据|依據)(?:上述|以上|提供的|这些|這些)?(?:文档|文檔|文件|文本|资料|資料|文章)(?:的?内容)?',
    ],
    askingClosings: ['(?<=[，,。？])(?:(?:这|這)?是真的|(?:对|對))[吗嗎]'],
    questionEnd: /[吗嗎呢]。?$/,
    answerTypes: {
      reason: '为什么|为何',
      time: '什么时候|何时|哪一?(?:年|天|月|日)|哪个(?:年代|世纪|月|时期)|几(?:月|日|号|点|世纪)',
      quantity: '多少|多(?:久|长|大|高|远|快|重|深)|几(?!乎)|百分之几',
      person: '谁|哪位|哪个人|何人',
      place: '哪里|哪儿|何处|在哪|(?:哪|什么)(?:个|座|一个)?(?:城市|国家|州|省|地方|地区)',
    },
    lists: { steps: '步骤|怎么|怎样|如何', items: '哪些|列出|列举' },
    comparison: none,
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: {
      place: '第?(?<number>NUMBER)(?:(?<page>页|頁|张幻灯片)|[章节節])(?:[上中里])?',
      says: /讲了?|說|说了?|写了?/gu,
    },
  },
  talking: {
    smallTalk: {
      greeting: '你好, 您好, 早上好, 下午好, 晚上好, 嗨, 大家好, 你好吗',
      thanks: '谢谢, 谢谢你, 谢谢你的帮助, 多谢, 非常感谢, 謝謝',
      acknowledgement: '好的, 好, 知道了, 明白了',
      farewell: '再见, 拜拜, 晚安, 再見',
      introduction: '帮助, 你是谁, 你能做什么, 我可以问什么, 有哪些文档, 有哪些主题',
    },
    continuations: none,
    turning: none,
    pointers: none,
    pointersBeforeNouns: none,
    beforePronouns: none,
    pointersAlsoVerbs: none,
    pointersWithin:
      /它|[他她](?!乡)|这(?!样)|那(?!么)|(?<!应)该|其(?!他|实|余|中)|此(?!外)|^(?:那么|还有)|呢[？?]?$/u,
    existentials: none,
    expletives: none,
    more: /^(?:请)?(?:继续|更多|多说一点|再说说|详细(?:说说|一点)|还有(?:吗|呢|什么)?)$/u,
    correction: none,
    naming: none,
    ordinals: none,
    ordinalArticles: none,
    ordinalsWithin: /(?:(第一)|(第二)|(第三)|(第四)|(第五)|(最后一))[个种项步条](?=呢|的|是|[?？，,。]|$)/u,
  },
  telling: {
    definitions: {
      questions: [/^(?:什么是|何谓|什么叫)(.+)$/u, /^(.+?)(?:是什么(?:意思)?|是指什么|指什么)$/u],
      copula: /是指|是|即|指的是/u,
    },
    answerCues: none,
    overview: /^(?:简介|概述|概览|介绍|说明|描述|定义)$/u,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames:
      '来源, 來源, 资料来源, 信息来源, 引用来源, 参考来源, 参考资料, 參考資料, 参考文献, 參考文獻, 引用, 脚注, 出处',
  },
  claiming: {
    negations:
      /不(?![同仅僅但过過断斷久少锈鏽管论論])|[没沒]|未(?![来來])|[无無](?![线線论論数數])|非(?![常洲凡])|(?<![特区區个個级級类類性])别(?![人的名])/gu,
    subjectNegations: none,
    deniesByOneWord: false,
    conjunctions: none,
    endsWithVerb: false,
    hedges: /可能|或许|也许|大概/u,
    allowances: none,
    opposites: `最多 至多 不超过 / 最少 至少 不少于; 大于 高于 超过 多于 / 小于 低于 少于 不足; 所有 全部 / 部分 有些 一些; 以上 / 以下; 之前 以前 / 之后 以后;
    增加 上升 增长 / 减少 下降 降低; 必须 / 可以 可选; 允许 / 禁止; 总是 / 有时`,
    absence: ['(?:文档|文件|资料|上下文|文本)中?(?:并?没有|并?未)(?:提到|提及|说明|包含|提供|给出)'],
    attribution: {
      texts: '(?:手册|文档|文件|资料|文章|报告|说明|规定|章节|文本|指南|合同)',
      phrases: [
        '^(?:根据|按照|依据|据)[^，,。]{0,16}TEXTS[》」”"]?(?:的?(?:说明|规定|记载|内容|描述))?(?=\\s*(?:[，,]|$))',
        '^[^，,。]{0,10}TEXTS中?(?:指出|说明|提到|规定|表示|写道|称)(?=[，,：:]|.)',
      ],
    },
  },
  wording: {
    greeting: '您好。请就文档内容提问。',
    thanks: '不客气。',
    farewell: '再见。',
    introduction: '我根据这些文档回答问题，并注明每句话的出处。文档涉及：{topics}。请就其中一个主题提问。',

    noDocuments: '这里没有可供回答的文档。请用以下命令添加：footnote ingest 路径',
    refusal: '{why}文档涉及：{topics}。请就其中一个主题提问，或添加包含答案的文档。',
    nothingFound: '我在文档中没有找到与此有关的内容。',
    tooLittleFound: '我在文档中找到的相关内容太少，无法回答。',
    nothingProven: '我在文档中没有找到能够证实的相关句子。',

    quoted: '“{words}”',
    listSeparator: '、',
    andMore: '{list}等',
    titleWithHeadings: '{title}（{headings}）',

    storeAway: '目前无法读取文档，因此以下内容并不是对问题的回答。最近的回答引用最多的是：',
    modelAway: '语言模型没有响应，因此改为引用文档。{reason}',
    modelSilent: '模型没有响应。{span}后重试。',
    highTraffic: '访问量较大，请稍候。',
    highTrafficFor: '访问量较大，请等待 {span}。',

    wordsNowhere: '所有文档中都没有{words}；回答依据的是最接近的内容。',
    asksForEverything: '这个问题要求列出全部内容。系统只读取了最相关的段落，因此回答可能不完整。',
    notRewritten: '搜索时没有改写问题。{reason}',
    notRegenerated: '回答没有重新生成。{reason}',
    notCalibrated: '该集合尚未校准，因此其置信度就是相关度。请用以下命令校准：footnote calibrate',
    passagesNotGiven: '回答提到但并未提供、引用已略去的段落：{numbers}。',
    quoteGone: '{path} 中已不再包含先前找到的一个句子，该句已略去。',
    sentencesLeftOut: '因文档不能证实而略去的句子数：{count}。',
    checkedByWords: '仅按字词核对的句子数：{count}。{reason}',
  },
};
