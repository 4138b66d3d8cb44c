import type { Wording } from './wording.ts';

/** What Footnote itself says, in Arabic. */
export const arabic: Wording = {
  greeting: 'مرحبًا. اسألني عن الوثائق.',
  thanks: 'على الرحب والسعة.',
  farewell: 'مع السلامة.',
  introduction:
    'أجيب عن الأسئلة من هذه الوثائق وأذكر لكل جملة موضعها. تتناول الوثائق: {topics}. اسأل عن أحد هذه المواضيع.',

  noDocuments: 'لا توجد هنا وثائق للإجابة منها. أضف بعضها بالأمر: footnote ingest PATH',
  refusal: '{why} تتناول الوثائق: {topics}. اسأل عن أحد هذه المواضيع، أو أضف وثائق تحتوي على الإجابة.',
  nothingFound: 'لم أجد شيئًا عن هذا في الوثائق.',
  tooLittleFound: 'ما وجدته عن هذا في الوثائق أقل من أن يكفي للإجابة.',
  nothingProven: 'لم أجد في الوثائق جملة عن هذا يمكنني إثباتها.',

  quoted: '«{words}»',
  listSeparator: '، ',
  andMore: '{list} وغيرها',
  titleWithHeadings: '{title} ({headings})',

  storeAway:
    'لا يمكن الوصول إلى الوثائق الآن، ولذلك لا يجيب هذا عن السؤال. أكثر ما اقتبسته الإجابات الأخيرة:',
  modelAway: 'لا يستجيب النموذج اللغوي، ولذلك تُقتبس الوثائق بدلًا منه. {reason}',
  modelSilent: 'لا يستجيب النموذج. الوقت المتبقي حتى المحاولة التالية: {span}.',
  highTraffic: 'هناك ضغط كبير، يرجى الانتظار.',
  highTrafficFor: 'هناك ضغط كبير، يرجى الانتظار. مدة الانتظار: {span}.',

  wordsNowhere: 'لا يحتوي أي مستند على {words}؛ تستند الإجابة إلى أقرب ما فيها إليه.',
  asksForEverything:
    'يطلب هذا السؤال كل ما هو موجود. لم تُقرأ إلا المقاطع الأنسب له، ولذلك قد تكون الإجابة ناقصة.',
  notRewritten: 'جرى البحث عن السؤال دون إعادة صياغته. {reason}',
  notRegenerated: 'لم تُكتب الإجابة من جديد. {reason}',
  notCalibrated:
    'لم تُعايَر هذه المجموعة، ولذلك فإن درجة الثقة هي الصلة بالسؤال. عايرها بالأمر: footnote calibrate',
  passagesNotGiven: 'مقاطع تذكرها الإجابة ولم تُعطَ لها، وقد حُذفت الإحالة إليها: {numbers}.',
  quoteGone: 'لم يعد {path} يحتوي على جملة وُجدت فيه، وقد حُذفت.',
  sentencesLeftOut: 'عدد الجمل التي حُذفت لأن الوثائق لا تؤيدها: {count}.',
  checkedByWords: 'عدد الجمل التي فُحصت بكلماتها فقط: {count}. {reason}',
};
