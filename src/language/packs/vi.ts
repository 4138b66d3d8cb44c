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
    isTypedUnaccented: true,
    compoundLinks: none,
    abbreviations: none,
    functionWords: `là và của có các những một được cho trong với này đó đã sẽ đang về từ khi như thì mà để hay hoặc ở tại bởi
      nếu cũng rồi vậy nó họ tôi bạn chúng mình ạ nhé nhỉ quá`,
  },
  figures: none,
  asking: {
    questionWords: 'gì nào ai đâu mấy sao chưa hả tôi bạn xin hỏi là có vậy ạ nhỉ thế',
    questionPhrases: `bao nhiêu(?: tiền| tuổi| lâu)?|bao (?:lâu|giờ|xa|nhiêu)|khi nào|lúc nào|tại sao|vì sao|làm sao|(?:như )?thế nào|là gì|cái gì|những gì|ở đâu|mấy giờ|có phải|phải không|hay không|đúng không`,
    impliedWords: 'giá tiền phí mất lâu giờ tiếng phút ngày năm tháng tuần cần phải cao sâu trả',
    requests: none,
    askingVerbs: none,
    degrees: none,
    askingOpenings: none,
    askingClosings: none,
    questionEnd: none,
    answerTypes: none,
    lists: none,
    comparison: none,
    codeRequests: none,
    aggregation: none,
    places: none,
    placesWithin: none,
  },
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
  wording: {
    greeting: 'Xin chào. Hãy hỏi tôi về nội dung của các tài liệu.',
    thanks: 'Không có gì.',
    farewell: 'Tạm biệt.',
    introduction:
      'Tôi trả lời câu hỏi dựa trên các tài liệu này và cho biết mỗi câu được lấy từ đâu. Các tài liệu nói về: {topics}. Hãy hỏi về một trong những chủ đề đó.',
    noDocuments:
      'Ở đây không có tài liệu nào để trả lời. Hãy thêm tài liệu bằng lệnh: footnote ingest ĐƯỜNG_DẪN',
    refusal:
      '{why} Các tài liệu nói về: {topics}. Hãy hỏi về một trong những chủ đề đó, hoặc thêm tài liệu có chứa câu trả lời.',
    nothingFound: 'Tôi không tìm thấy gì về điều này trong các tài liệu.',
    tooLittleFound: 'Tôi tìm thấy quá ít về điều này trong các tài liệu để trả lời.',
    nothingProven: 'Tôi không tìm thấy điều gì về việc này mà các tài liệu chứng thực.',
    quoted: '“{words}”',
    listSeparator: ', ',
    andMore: '{list} và những mục khác',
    titleWithHeadings: '{title} ({headings})',
    storeAway:
      'Hiện không đọc được các tài liệu, nên đây không phải là câu trả lời. Được trích dẫn nhiều nhất trong các câu trả lời gần đây:',
    modelAway: 'Mô hình ngôn ngữ không trả lời, nên các tài liệu được trích dẫn thay thế. {reason}',
    modelSilent: 'Mô hình không phản hồi. Sẽ hỏi lại sau {span}.',
    highTraffic: 'Đang có nhiều yêu cầu, xin vui lòng chờ.',
    highTrafficFor: 'Đang có nhiều yêu cầu, xin vui lòng chờ {span}.',
    wordsNowhere: 'Không có tài liệu nào chứa {words}; câu trả lời dựa trên những gì gần nhất.',
    asksForEverything:
      'Câu hỏi này là về mọi thứ trong các tài liệu. Chỉ những đoạn phù hợp nhất được đọc, nên câu trả lời có thể chưa đầy đủ.',
    notRewritten: 'Câu hỏi không được viết lại trước khi tìm kiếm. {reason}',
    notRegenerated: 'Câu trả lời không được viết lại. {reason}',
    notCalibrated:
      'Bộ sưu tập chưa được hiệu chỉnh, nên độ liên quan được dùng làm độ tin cậy. Hãy hiệu chỉnh bằng lệnh: footnote calibrate',
    passagesNotGiven: 'Đã bỏ các trích dẫn từ những đoạn mà mô hình không được cung cấp: {numbers}.',
    quoteGone: 'Một câu tìm thấy trong {path} không còn ở đó nữa; câu ấy đã được bỏ.',
    sentencesLeftOut: 'Số câu bị bỏ vì các tài liệu không chứng thực: {count}.',
    checkedByWords: 'Số câu chỉ được kiểm tra theo từ ngữ: {count}. {reason}',
  },
};
