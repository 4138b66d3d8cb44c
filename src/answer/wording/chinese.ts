import type { Wording } from './wording.ts';

/** What Footnote itself says, in Chinese with simplified characters. */
export const chinese: Wording = {
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
};
