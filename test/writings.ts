/**
 * Things that are written in several ways. One list however long, since each is asked for among the passages of all the
 * others: a part of it would be an easier collection.
 */

/** A thing that is written in several ways: the passage that has it, passages almost like it, and what is typed. */
export interface Writing {
  readonly what: string;
  readonly right: string;
  readonly wrong: readonly string[];
  readonly asked: readonly string[];
}

export const writings: readonly Writing[] = [
  // ---- identifiers
  {
    what: 'part number with hyphen and slash',
    right: 'The replacement gasket for the pump is AB-1234/5. It is ordered from the central warehouse.',
    wrong: [
      'The replacement gasket for the pump is AB-1234/6. It is ordered from the branch warehouse.',
      'The replacement gasket for the pump is AC-1234/5. It is held in stock.',
      'Gasket AB-5134 was withdrawn from the pump catalogue.',
    ],
    asked: ['AB-1234/5', 'AB1234/5', 'AB 1234/5', 'AB1234-5', 'ab-1234/5', 'gasket AB-1234/5'],
  },
  {
    what: 'serial number with hyphen',
    right: 'Device E619-1609 was calibrated in the laboratory and returned to the ward.',
    wrong: [
      'Device E619-1690 was calibrated in the laboratory and returned to the store.',
      'Device E691-1609 was calibrated in the workshop and scrapped.',
    ],
    asked: ['E619-1609', 'E6191609', 'E619 1609', 'e619-1609', 'where is device E6191609?'],
  },
  {
    what: 'board name with hyphen',
    right: 'The ESP32-C6 has a radio for Wi-Fi 6 and Thread, and runs at 160 MHz.',
    wrong: [
      'The ESP32-S3 has a radio for Wi-Fi 4 and two cores, and runs at 240 MHz.',
      'The ESP32-C3 has a radio for Wi-Fi 4 and one core.',
    ],
    asked: ['ESP32-C6', 'ESP32C6', 'esp32 c6', 'How fast is the esp32c6?'],
  },
  {
    what: 'version with v',
    right: 'Release v2.1 drops support for the old export format.',
    wrong: [
      'Release v2.2 drops support for the old import format.',
      'Release v1.2 adds the export format.',
      'Release v2.0 changes nothing in the export format.',
    ],
    asked: [
      'v2.1',
      '2.1',
      'version 2.1',
      'release 2.1',
      'What changed in V2.1?',
      'What changed in version 2.1?',
    ],
  },
  {
    what: 'error code with zeros and x',
    right: 'Error 0x80070005 means that access was denied: start the installer as administrator.',
    wrong: [
      'Error 0x80070002 means that a file was missing: repair the installer first.',
      'Error 0x80070057 means that a parameter was wrong.',
    ],
    asked: ['0x80070005', 'error 80070005', '0X80070005', 'What does error 0x80070005 mean?'],
  },
  {
    what: 'error code with letters',
    right: 'ORA-12154 is raised when the connect identifier cannot be resolved.',
    wrong: [
      'ORA-12541 is raised when no listener answers.',
      'ORA-12514 is raised when the listener does not know the service.',
    ],
    asked: ['ORA-12154', 'ORA 12154', 'ORA12154', 'ora-12154 error', 'oracle error 12154'],
  },
  {
    what: 'acronym with dots',
    right: 'S.L.A.M. builds a map of the room while the robot drives through it.',
    wrong: [
      'The robot drives through the room along a painted line.',
      'A map of the building hangs beside the lift.',
    ],
    asked: ['SLAM', 'S.L.A.M.', 'slam', 'What is SLAM?'],
  },
  {
    what: 'country with dots',
    right: 'Shipments to the U.S.A. need a customs form in three copies.',
    wrong: [
      'Shipments to Norway need a customs form in two copies.',
      'Shipments to us from Canada need no customs form.',
    ],
    asked: ['USA shipments', 'U.S.A. shipments', 'shipments to the USA', 'customs form USA'],
  },
  {
    what: 'camel case',
    right: 'Call getUserProfile to read the picture and the name of the account.',
    wrong: [
      'Call setUserPassword to change the password of the account.',
      'Call getGroupMembers to read the accounts of a group.',
    ],
    asked: ['getUserProfile', 'get user profile', 'get_user_profile', 'getuserprofile', 'user profile'],
  },
  {
    what: 'snake case',
    right: 'The option max_retry_count limits how often a request is sent again.',
    wrong: [
      'The option max_body_size limits how large a request is.',
      'The option retry_delay says how long is waited before a request is sent again.',
    ],
    asked: ['max_retry_count', 'maxRetryCount', 'max retry count', 'MAX_RETRY_COUNT', 'max-retry-count'],
  },
  {
    what: 'hashtag',
    right: 'Posts about the spring sale carry #SpringSale2024 and the logo.',
    wrong: [
      'Posts about the winter sale carry #WinterSale2023 and no logo.',
      'The sale of springs and screws is handled by the shop.',
    ],
    asked: ['#SpringSale2024', 'SpringSale2024', 'spring sale 2024', '#springsale2024'],
  },
  {
    what: 'e-mail address',
    right: 'Complaints go to jane.doe@example.org, who answers within a week.',
    wrong: [
      'Invoices go to john.doe@example.org, who pays within a month.',
      'Applications go to jane.roe@example.com.',
    ],
    asked: ['jane.doe@example.org', 'Jane Doe', 'jane doe email', 'mailto:jane.doe@example.org', 'janedoe'],
  },
  {
    what: 'web address',
    right: 'The forms are at https://intranet.example.org/hr/forms/leave-request and need a signature.',
    wrong: [
      'The menus are at https://intranet.example.org/canteen/menu and change daily.',
      'The forms are handed out at the front desk.',
    ],
    asked: [
      'https://intranet.example.org/hr/forms/leave-request',
      'intranet.example.org/hr/forms',
      'leave-request',
      'intranet hr forms',
      'leave request form',
    ],
  },
  {
    what: 'file name',
    right: 'The totals are computed in Q3_Budget-final(2).xlsx on the second sheet.',
    wrong: [
      'The totals are computed in Q2_Budget-final(1).xlsx on the first sheet.',
      'The forecast is in Q3_Forecast.xlsx on one sheet.',
    ],
    asked: ['Q3_Budget-final(2).xlsx', 'Q3 Budget final', 'q3 budget xlsx', 'Q3 budget'],
  },
  {
    what: 'telephone number',
    right: 'The night desk is reached at +1 (555) 010-4477 and speaks Spanish.',
    wrong: [
      'The day desk is reached at +1 (555) 010-4747 and speaks French.',
      'The weekend desk is reached at +1 (555) 010-7744.',
    ],
    asked: ['+1 (555) 010-4477', '555-010-4477', '5550104477', '555 010 4477', '+15550104477', '010-4477'],
  },
  // ---- numbers
  {
    what: 'date written ISO',
    right: 'Audit of 2024-03-05: no findings in the archive.',
    wrong: [
      'Audit of 2024-05-03: two findings in the archive.',
      'Audit of 2023-03-05: one finding in the archive.',
      'Audit of 2024-03-15: three findings.',
    ],
    asked: [
      '2024-03-05',
      '5 March 2024',
      'March 5, 2024',
      '05.03.2024',
      'audit of March 5th 2024',
      '5. März 2024',
    ],
  },
  {
    what: 'date written out',
    right: 'The lease of the workshop ends on 17 October 2025 and is not renewed.',
    wrong: [
      'The lease of the garage ends on 17 November 2025 and is renewed.',
      'The lease of the shop ends on 27 October 2025.',
      'The lease of the barn ends on 17 October 2026.',
    ],
    asked: ['17 October 2025', '2025-10-17', 'October 17, 2025', '10/17/2025', '17.10.2025', '17 Oct 2025'],
  },
  {
    what: 'money with a letter',
    right: 'The grant for the harbour came to $1.5M and was spent on dredging.',
    wrong: [
      'The grant for the airport came to $1.6M and was spent on lights.',
      'The grant for the station came to $15M.',
    ],
    asked: ['$1.5M', '$1.5 million', '1.5 million dollars', '$1,500,000', 'grant of 1.5M'],
  },
  {
    what: 'money in German',
    right: 'Die Brücke kostete 1,5 Mio. € und wurde vom Land bezahlt.',
    wrong: [
      'Die Schleuse kostete 1,6 Mio. € und wurde vom Bund bezahlt.',
      'Das Wehr kostete 15 Mio. € und wurde von der Stadt bezahlt.',
    ],
    asked: ['1,5 Mio. €', '1,5 Millionen Euro', '1,5 Mio Euro', 'Was kostete 1,5 Mio. €?'],
  },
  {
    what: 'large number with separators',
    right: 'The town has 12,500 inhabitants and one school.',
    wrong: [
      'The town has 12,050 inhabitants and two schools.',
      'The town has 1,250 inhabitants and no school.',
    ],
    asked: ['12,500', '12500', '12 500 inhabitants', '12500 inhabitants'],
  },
  {
    what: 'unit without space',
    right: 'The bracket carries 5kg and is fixed with two screws.',
    wrong: [
      'The bracket carries 8kg and is fixed with four screws.',
      'The bracket carries 15kg and is fixed with six screws.',
      'Each of the five brackets has a mark in red.',
    ],
    asked: ['5kg', '5 kg', 'bracket for 5 kg', '5-kg bracket'],
  },
  {
    what: 'unit with space',
    right: 'Set the oven to 230 °C and bake the loaf for 40 minutes.',
    wrong: [
      'Set the oven to 180 °C and bake the cake for 55 minutes.',
      'Set the oven to 200 °C and bake the rolls for 20 minutes.',
    ],
    asked: ['230 °C', '230°C', '230C', '230 C', '230 degrees'],
  },
  {
    what: 'Roman numeral',
    right: 'Annex IV lists the substances that must be stored apart.',
    wrong: [
      'Annex VI lists the substances that may be burnt.',
      'Annex V lists the substances that may be mixed.',
      'Annex III lists the stores.',
    ],
    asked: ['Annex IV', 'annex iv', 'Annex 4', 'What does annex IV list?'],
  },
  {
    what: 'percentage',
    right: 'The fee for late payment is 3.5 % of the amount owed.',
    wrong: [
      'The fee for early payment is 5.3 % of the amount owed.',
      'The fee for part payment is 3 % of the amount owed.',
    ],
    asked: ['3.5 %', '3.5%', '3.5 percent', '3,5 %'],
  },
  {
    what: 'section number',
    right: 'Under § 12.3(b) the tenant may paint the walls in any colour.',
    wrong: [
      'Under § 12.3(c) the tenant may drill holes in the walls.',
      'Under § 13.2(b) the tenant may keep a cat.',
      'Under § 12.4 the tenant may keep a dog.',
    ],
    asked: ['§ 12.3(b)', '12.3(b)', 'section 12.3 b', '§12.3 (b)', 'clause 12.3(b)'],
  },
  // ---- typography
  {
    what: 'apostrophe',
    right: 'The driver’s licence is shown to the gatekeeper before the tour.',
    wrong: [
      'The parcel is shown to the porter before the tour.',
      'The driving range is closed before the tour.',
    ],
    asked: ["driver's licence", 'drivers licence', 'driver’s licence', 'driver licence'],
  },
  {
    what: 'name with apostrophe',
    right: 'O’Brien repairs the lifts in the north wing.',
    wrong: ['Bryant repairs the lifts in the south wing.', 'Ohlsen repairs the lifts in the west wing.'],
    asked: ["O'Brien", 'OBrien', 'O’Brien', 'o brien', 'obrien lifts'],
  },
  {
    what: 'typographic quotation marks and dash',
    right: 'The “blue–green” procedure switches the traffic to the second hall.',
    wrong: ['The red procedure stops the traffic in the second hall.', 'The green hall has blue doors.'],
    asked: ['"blue-green" procedure', 'bluegreen', 'blue green procedure'],
  },
  {
    what: 'ligature',
    right: 'The oﬃce ﬁre drill takes place every second Tuesday.',
    wrong: [
      'The school flood drill takes place every third Monday.',
      'The off-site meeting takes place every Tuesday.',
    ],
    asked: ['office fire drill', 'fire drill', 'oﬃce ﬁre'],
  },
  {
    what: 'hyphen at the end of a line',
    right: 'The con-\ntainment valve is opened with the long key only.',
    wrong: [
      'The control valve is opened with the short key only.',
      'The relief valve is opened with a tool.',
    ],
    asked: ['containment valve', 'containment'],
  },
  // ---- one word or two
  {
    what: 'login',
    right: 'The login page locks after five wrong attempts.',
    wrong: [
      'The payment page locks after an hour.',
      'A log of the visitors lies in the hall.',
      'Lock the pages of the register in the safe.',
    ],
    asked: ['log in page', 'login', 'log in', 'log-in', 'how do I log in'],
  },
  {
    what: 'data base',
    right: 'The data base of the museum holds forty thousand objects.',
    wrong: ['The shop of the museum holds books.', 'The base of the statue is granite.'],
    asked: ['database', 'data base', 'database of the museum', 'data-base'],
  },
  {
    what: 'email',
    right: 'Send an e-mail to the caretaker when a lamp is broken.',
    wrong: ['Send a letter to the landlord when a window is broken.', 'Call the plumber when a tap drips.'],
    asked: ['email', 'e-mail', 'email caretaker', 'E-Mail', 'e mail'],
  },
  {
    what: 'set up',
    right: 'To set up the projector, hold the blue button for three seconds.',
    wrong: [
      'To switch off the projector, hold the red button for two seconds.',
      'A set of chairs stands behind the curtain.',
    ],
    asked: ['setup projector', 'set up projector', 'set-up projector', 'setup'],
  },
  {
    what: 'wifi',
    right: 'The Wi-Fi in the attic is switched off at midnight.',
    wrong: [
      'The heating in the attic is switched off at ten.',
      'The light in the cellar is switched off at eleven.',
    ],
    asked: ['wifi', 'Wi-Fi', 'WiFi', 'wi fi', 'wlan wifi attic'],
  },
  {
    what: 'cooperation',
    right: 'The co-operation with the university ends this summer.',
    wrong: ['The operation of the crane ends this summer.', 'The lease with the college ends this winter.'],
    asked: ['cooperation', 'co-operation', 'co operation'],
  },
  {
    what: 'multi-word with plus',
    right: 'The parser is written in C++ and the page in C#.',
    wrong: [
      'The parser test is written in Python.',
      'The vitamin C page is written by the cook.',
      'The driver is written in C.',
    ],
    asked: ['C++', 'c++ parser', 'C#', 'Which part is written in C++?'],
  },
  {
    what: 'ampersand',
    right: 'R&D moves into the old dairy next year.',
    wrong: ['Sales moves into the old bakery next year.', 'Ward R moves into wing D.'],
    asked: ['R&D', 'R & D', 'r&d'],
  },
  // ---- diacritics
  {
    what: 'Müller',
    right: 'Herr Müller leitet die Werkstatt in der Gartenstraße.',
    wrong: ['Herr Möller leitet das Lager in der Bergstraße.', 'Herr Miller leitet die Küche im Gartenhaus.'],
    asked: ['Müller', 'Mueller', 'Muller', 'Herr Mueller', 'Gartenstrasse'],
  },
  {
    what: 'French accents',
    right: 'Le relevé des dépenses est déposé à l’accueil avant le 3 du mois.',
    wrong: [
      'Le relais des équipes est affiché à la cantine.',
      'La dépêche est déposée à la poste avant midi.',
    ],
    asked: ['releve des depenses', 'relevé des dépenses', "l'accueil", 'accueil depenses'],
  },
  {
    what: 'Scandinavian letters',
    right: 'Færgen til Ærø sejler fra Svendborg hver anden time.',
    wrong: ['Toget til Århus kører fra Odense hver time.', 'Bussen til Assens kører fra Faaborg.'],
    asked: ['Ærø', 'Aero færge', 'faergen til Ærø', 'Aeroe'],
  },
  {
    what: 'Polish letters',
    right: 'Łódź ma nową linię tramwajową do lotniska.',
    wrong: ['Gdańsk ma nową linię kolejową do portu.', 'Lublin ma nową linię autobusową do stadionu.'],
    asked: ['Łódź', 'Lodz', 'lodz lotnisko', 'LODZ'],
  },
  {
    what: 'Turkish i',
    right: 'İzmir ılıca kaplıcaları kışın da açıktır.',
    wrong: ['Ankara müzeleri kışın kapalıdır.', 'Bursa teleferiği yazın açıktır.'],
    asked: ['İzmir', 'izmir', 'Izmir', 'IZMIR', 'İZMİR', 'ilica kaplicalari', 'ILICA'],
  },
  {
    what: 'Vietnamese without tones',
    right: 'Phòng khám mở cửa từ bảy giờ sáng đến năm giờ chiều.',
    wrong: ['Thư viện mở cửa từ chín giờ sáng đến tám giờ tối.', 'Nhà hàng đóng cửa vào thứ hai.'],
    asked: ['phòng khám', 'phong kham', 'Phong kham mo cua luc nao', 'PHÒNG KHÁM'],
  },
  {
    what: 'decomposed letters',
    right: 'Das Ku\u0308hlgera\u0308t im Flur wird mittwochs abgetaut.',
    wrong: [
      'Das Kochgerät im Flur wird freitags geputzt.',
      'Das Kopiergerät im Keller wird montags gewartet.',
    ],
    asked: ['Kühlgerät', 'Kuehlgeraet', 'Kuhlgerat'],
  },
  {
    what: 'German compound apart',
    right: 'Die Krankenversicherung zahlt die Brille alle zwei Jahre.',
    wrong: [
      'Die Gemeinde zahlt den Schulbus alle zwei Jahre.',
      'Die Versicherung des Hauses zahlt den Sturmschaden.',
    ],
    asked: ['Kranken Versicherung', 'Kranken-Versicherung', 'Krankenversicherungen'],
  },
  // ---- other scripts
  {
    what: 'Arabic with vowels',
    right: 'تَفْتَحُ المَكْتَبَةُ أَبْوابَها في الساعةِ الثامِنَة.',
    wrong: ['تغلق المدرسة أبوابها في الساعة الثالثة.', 'يفتح المطعم أبوابه في المساء.'],
    asked: ['المكتبة', 'المَكْتَبَةُ', 'مكتبة', 'المكتبه'],
  },
  {
    what: 'Arabic hamza',
    right: 'إدارة الأسنان في الطابق الثالث من المستشفى.',
    wrong: ['إدارة العيون في الطابق الثاني من المستشفى.', 'إدارة الصيدلية في الطابق الأرضي.'],
    asked: ['الأسنان', 'الاسنان', 'ادارة الاسنان', 'أسنان'],
  },
  {
    what: 'Arabic digits',
    right: 'رقم الغرفة هو ٤٧٢ في الجناح الشرقي.',
    wrong: ['رقم الغرفة هو ٤٢٧ في الجناح الغربي.', 'رقم الغرفة هو ٢٧٤ في الجناح الجنوبي.'],
    asked: ['٤٧٢', '472', 'الغرفة 472'],
  },
  {
    what: 'Persian letters',
    right: 'کتابخانه‌ی مرکزی پنج‌شنبه‌ها بسته است.',
    wrong: ['آزمایشگاه مرکزی جمعه‌ها بسته است.', 'موزه‌ی شهر دوشنبه‌ها باز است.'],
    asked: ['کتابخانه', 'كتابخانه', 'کتابخانه مرکزی', 'پنج شنبه', 'پنجشنبه'],
  },
  {
    what: 'Hebrew with points',
    right: 'הַסִּפְרִיָּה פְּתוּחָה בְּיוֹם שִׁישִׁי עד הצהריים.',
    wrong: ['המסעדה סגורה ביום שבת עד הערב.', 'הבריכה פתוחה ביום ראשון מהבוקר.'],
    asked: ['הספריה', 'ספריה', 'הַסִּפְרִיָּה', 'הספרייה'],
  },
  {
    what: 'Hebrew abbreviation',
    right: 'צה״ל פרסם את לוח התורנויות של הבסיס.',
    wrong: ['העירייה פרסמה את לוח האירועים של העיר.', 'בית הספר פרסם את לוח המבחנים.'],
    asked: ['צה״ל', 'צה"ל', 'צהל'],
  },
  {
    what: 'Hindi nukta and conjunct',
    right: 'दफ़्तर सुबह नौ बजे खुलता है और शाम छह बजे बंद होता है।',
    wrong: ['दुकान सुबह दस बजे खुलती है।', 'अस्पताल रात को बंद नहीं होता है।'],
    asked: ['दफ़्तर', 'दफ्तर', 'दफ़्तर कब खुलता है?'],
  },
  {
    what: 'Thai',
    right: 'ห้องสมุดเปิดให้บริการตั้งแต่แปดโมงเช้าถึงหกโมงเย็น',
    wrong: ['ร้านอาหารเปิดให้บริการตั้งแต่สิบโมงเช้า', 'สระว่ายน้ำปิดทุกวันจันทร์'],
    asked: ['ห้องสมุด', 'ห้องสมุดเปิดกี่โมง', 'เวลาเปิดห้องสมุด'],
  },
  {
    what: 'Japanese full width and half width',
    right: 'サーバーの型番はＲＸ－７８００です。毎週再起動します。',
    wrong: [
      'サーバーの型番はＲＸ－７０８０です。毎月再起動します。',
      'プリンターの型番はＬＰ－３３００です。',
    ],
    asked: ['RX-7800', 'ＲＸ－７８００', 'rx7800', 'ｻｰﾊﾞｰ RX-7800', 'サーバ RX-7800'],
  },
  {
    what: 'Japanese kana and long vowel',
    right: 'ユーザーのパスワードは引っ越しの後も変わりません。',
    wrong: ['会員の住所は結婚の後に変わります。', '社員の電話番号は毎年変わります。'],
    asked: ['ユーザー パスワード', 'ユーザ', 'ﾕｰｻﾞｰ', '引っ越し', '引越し'],
  },
  {
    what: 'Chinese full width and mixed',
    right: '请在ＷｅＣｈａｔ群里报名参加2024年的体检。',
    wrong: ['请在前台报名参加2023年的培训。', '请用电子邮件报名参加羽毛球比赛。'],
    asked: ['WeChat', 'wechat 报名', '体检', '微信WeChat体检怎么报名？'],
  },
  {
    what: 'Chinese traditional',
    right: '圖書館的開放時間是早上八點到晚上九點。',
    wrong: ['體育館的開放時間是早上六點。', '餐廳的營業時間是中午十二點。'],
    asked: ['圖書館', '圖書館幾點開放？'],
  },
  {
    what: 'Korean particles',
    right: '도서관은 오전 아홉 시에 열고 주차장을 무료로 제공합니다.',
    wrong: ['체육관은 오전 여섯 시에 열고 수건을 유료로 제공합니다.', '식당은 정오에 열고 예약을 받습니다.'],
    asked: ['도서관', '도서관에서 주차장', '도서관이 주차장을 제공하나요?', '주차장'],
  },
  {
    what: 'Korean spacing',
    right: '연차휴가는 입사 후 일 년이 지나면 생깁니다.',
    wrong: ['출장비는 귀국 후 한 달이 지나면 지급됩니다.', '상여금은 연말에 지급됩니다.'],
    asked: ['연차휴가', '연차 휴가', '연차 휴가는 입사 후에'],
  },
  {
    what: 'Greek accents',
    right: 'Η βιβλιοθήκη ανοίγει κάθε πρωί στις οκτώ.',
    wrong: ['Το μουσείο κλείνει κάθε Δευτέρα.', 'Το θέατρο ανοίγει κάθε βράδυ.'],
    asked: ['βιβλιοθήκη', 'βιβλιοθηκη', 'ΒΙΒΛΙΟΘΗΚΗ', 'ΒΙΒΛΙΟΘΉΚΗ'],
  },
  {
    what: 'Russian yo',
    right: 'Самолёт для перевозки зелёного чая вылетает в среду.',
    wrong: ['Поезд для перевозки угля отходит в пятницу.', 'Пароход для перевозки зерна отходит в субботу.'],
    asked: ['самолёт', 'самолет', 'САМОЛЕТ', 'зеленый чай', 'самолетом'],
  },
  {
    what: 'Ukrainian apostrophe',
    right: 'Комп’ютер у п’ятому кабінеті не вмикається.',
    wrong: ['Принтер у сьомому кабінеті не друкує.', 'Телефон у шостому кабінеті не дзвонить.'],
    asked: ["комп'ютер", 'комп’ютер', 'компʼютер', 'компютер'],
  },
];
