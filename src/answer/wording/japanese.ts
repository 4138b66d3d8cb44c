import type { Wording } from './wording.ts';

/** What Footnote itself says, in Japanese. */
export const japanese: Wording = {
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
  modelAway: '言語モデルが応答しないため、代わりに文書を引用します。{reason}',
  modelSilent: 'モデルが応答しません。{span}後に再試行します。',
  highTraffic: '混み合っています。しばらくお待ちください。',
  highTrafficFor: '混み合っています。{span}お待ちください。',

  wordsNowhere: 'どの文書にも{words}はありません。回答は最も近い内容に基づいています。',
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
};
