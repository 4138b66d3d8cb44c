import { type LanguagePack, none } from '../language-pack.ts';

/** Vietnamese. */
export const vi: LanguagePack = {
  name: 'Vietnamese',
  writing: {
    evidence: {
      words: `là và của có các không một được cho trong người những với này đã gì về từ khi như bao nhiêu nào đâu ai sao
      thế tôi bạn chúng để hay hoặc thì mà ra vào lên`,
      letters: 'ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
      endings: '',
    },
    stemmer: none,
    isTypedUnaccented: false,
    compoundLinks: none,
    abbreviations: none,
    functionWords: none,
  },
  figures: none,
  asking: none,
  talking: none,
  telling: {
    definitions: none,
    answerCues: none,
    overview: none,
    navigation: none,
    connectives: none,
    selfReference: none,
    sourceNames: 'nguồn, tài liệu tham khảo',
  },
  claiming: none,
  wording: none,
};
