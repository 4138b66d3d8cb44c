import type { Writing } from './writing.ts';

/** Latin letters with marks, and without. */
export const diacritics: readonly Writing[] = [
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
];
