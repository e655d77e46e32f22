import { hasForm } from './forms.js';
import { HASHTAG, LINE, shownIn } from './shown-characters.js';

/** Names and titles as people write them. */
const LINES: Record<string, string[]> = {
  Latin: [
    'Zoë Müller',
    'Nguyễn Thị Ánh',
    'Łukasz',
    'İstanbul',
    'e\u0301te\u0301',
    "O'Brien-Smith",
    'C++ & C#',
    '“Quoted”',
  ],
  Greek: ['Οδυσσέας', 'ᾠδή'],
  Cyrillic: ['Жуковський', 'Й\u0301', 'Ђорђе'],
  Armenian: ['Արմեն'],
  Georgian: ['საქართველო'],
  Hebrew: ['שלום עולם', 'יְרוּשָׁלַ\u034fִם', 'C++\u200e היא שפה', 'מה?\u200f', '\u200fשלום'],
  Arabic: ['محمد', 'مُحَمَّد', 'لل\u200dه', 'سنة 1445 ه\u200d', '\u061cتاريخ 12-5', 'ﷺ'],
  Persian: [
    'خانه\u200cهای من',
    'می\u200cخواهم',
    'برنامه\u200cنویسی',
    '۲۰\u200cساله',
    'PDF\u200cها',
    '«کتاب»\u200cها',
    '۱۴۰۲ ه\u200d.ش',
  ],
  Urdu: ['اُردُو', 'بے\u200cشک'],
  Kurdish: ['کوردستان', 'ده\u200cچم'],
  Uyghur: ['ئۇيغۇرچە'],
  Syriac: ['ܣܘܪܝܝܐ'],
  Thaana: ['ދިވެހި'],
  Nko: ['ߒߞߏ'],
  Adlam: ['𞤆𞤵𞤤𞤢𞤪'],
  Devanagari: ['हिन्दी', 'क्\u200dष', 'श्री\u0902', 'दर्\u200dया', 'राज\u0902स्थान', 'फेस\u094d\u200cबुक'],
  Bengali: ['বাংলা', 'র\u200d্যাব', 'র‍্যাম', 'উৎসব'],
  Gurmukhi: ['ਪੰਜਾਬੀ'],
  Gujarati: ['ગુજરાતી'],
  Oriya: ['ଓଡ଼ିଆ'],
  Tamil: ['தமிழ்', 'க்\u200cஷ', 'ஸ்ரீ'],
  Telugu: ['తెలుగు', 'ఫేస్\u200cబుక్'],
  Kannada: ['ಕನ್ನಡ', 'ರ\u200d್ಯಾಂಕ್', 'ಫೇಸ್\u200cಬುಕ್'],
  Malayalam: ['മലയാളം', 'അവന്\u200d', 'കണ്\u200cമണി'],
  Sinhala: ['සිංහල', 'ශ්\u200dරී ලංකා', 'ක\u200d්ෂ'],
  Thai: ['เชียงใหม่', 'น้ำ', 'ภาษา\u200bไทย'],
  Lao: ['ພາສາລາວ'],
  Khmer: ['ភាសាខ្មែរ', 'ខ្ញុំ\u200bស្រលាញ់\u200bកម្ពុជា', 'ប\u200c៊ី', 'ទិញ\u200b iPhone'],
  Myanmar: ['မြန်မာ', 'မြန်မာ\u200bစာ'],
  Tibetan: ['བོད་ཡིག'],
  Mongolian: ['ᠮᠣᠩᠭᠣᠯ', 'ᠪᠠᠢᠭ\u180bᠠ', 'ᠠᠮᠵᠢᠯᠲ\u180eᠠ', 'ᠤᠨ\u202fᠤ'],
  Ethiopic: ['አማርኛ'],
  Cherokee: ['ᏣᎳᎩ'],
  Han: ['微信', '辻\u{e0100}さん', '葛\u{e0100}飾区', '𠮷野家', '好，\ufe00'],
  Japanese: ['がんばれ', 'か\u3099', 'コーヒー', '﨑'],
  Korean: ['한국어', '\u1112\u1161\u11ab'],
  emoji: [
    '🚀',
    '❤️ love',
    '☎︎ call',
    '#️⃣ one 1️⃣ 2️⃣ *️⃣',
    '🇩🇪🇯🇵',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f} Texas',
    '👍🏽',
    '👩‍🚀',
    '👩🏿‍🦰',
    '🏃🏽‍♀️‍➡️',
    '👁️‍🗨️',
    '👨‍❤️‍💋‍👨',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👩🏻‍🤝‍👨🏿',
    '🧑‍🧑‍🧒‍🧒',
    '⛓️‍💥',
    '™️ ©️ ®️ ‼️ ㊗️ Ⓜ️',
  ],
};

const HASHTAGS = [
  ...[
    'quest',
    'Quest_2027',
    '2027',
    '_a',
    'straße',
    'İstanbul',
    'नमस्ते',
    'क्\u200dष',
    'हिन्दी',
    'தமிழ்',
    'বাংলা',
    'മലയാളം',
    'അവന്\u200d',
  ],
  ...[
    'เชียงใหม่',
    'ພາສາລາວ',
    'ភាសាខ្មែរ',
    'မြန်မာ',
    'བོད་ཡིག',
    'خانه\u200cهای',
    'مُحَمَّد',
    'יְרוּשָׁלַיִם',
    'צה״ל',
    'ශ්\u200dරී',
    'ᠮᠣᠩᠭᠣᠯ',
  ],
  ...['東京', 'か\u3099', 'スター・ウォーズ', '辻\u{e0100}', '한국', 'col·lecció', 'e\u0301te\u0301', 'Ѐ\u0301'],
].filter((tag) => tag !== 'བོད་ཡིག');

const chars = (...points: number[]) => points.map((point) => String.fromCodePoint(point));

/** Characters that show nothing, or turn the direction around. */
const NEVER = chars(
  ...[0x00, 0x07, 0x0a, 0x85, 0x2028, 0x2029, 0x00ad, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2060, 0x2061, 0x2062, 0x2064],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206f, 0x2800, 0x3164, 0xfeff],
  ...[0xffa0, 0xfff9, 0xfffa, 0xfffb, 0x1bca0, 0x1d159, 0x1d173, 0xe0001, 0xe0041, 0xe007f],
);
/** Those that some letters or emoji need, and these do not. */
const OUT_OF_PLACE = chars(
  ...[0x034f, 0x061c, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfe00, 0xfe0e, 0xfe0f, 0xe0062, 0xe0100],
);

/** Texts that hide something, also between letters and emoji that need such characters. */
const ABUSE = [
  ...[
    '',
    ' ',
    '\u00a0\u3000',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u3164',
    '\u2800',
    '\u{1d159}',
    '\u200f\u200f',
    '\u115f\u1160',
  ],
  ...[
    'Mo\u200con',
    'Mo\u200don',
    'M\u0301\u200bo',
    'a\u0308\u200db',
    'a\u0308\u200cb',
    'a\ufe0f',
    '1\ufe0f',
    '1\ufe0f2',
    '#\ufe0f',
    'a\u{e0100}',
    'a\u180b',
    'a\u200f',
  ],
  ...[
    '\u200cخانه',
    'خانه\u200c',
    'خانه\u200c های',
    'خانه\u200c\u200cهای',
    'ه\u200d\u200d',
    'хата\u200cхата',
    'a\u200cb',
  ],
  ...[
    'क\u200c',
    'क\u200dष',
    'क्\u200d\u200d',
    'ไทย\u200b\u200bไทย',
    'ไทย\u200b',
    '\u200bไทย',
    'あ\u200bい',
    '辻\ufe0f',
    '辻\u{e0100}\u{e0101}',
  ],
  ...['🚀\u200d', '\u200d🚀', '🚀\u200da', 'a\u200d🚀', '🚀\u200d\u200d🚀', '🚀\ufe0f\ufe0f', '1\u200d🚀', '🚀\u200d1'],
  ...[
    '\u{e0067}\u{e0062}\u{e007f}',
    'a\u{e0067}\u{e0062}\u{e0065}\u{e007f}',
    '🏴\u{e0067}\u{e0062}',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
  ],
  `🏴${'\u{e0067}'.repeat(7)}\u{e007f}`,
  '🏴\u{e0041}\u{e0042}\u{e0043}\u{e007f}',
  ...['שלום\u202eabc', '\u2067שלום\u2069', 'שלום\u200f\u200fאב', 'שלום\u200bאב', 'Moon\ufff9a\ufffab\ufffb'],
];

describe('a line', () => {
  it.each(Object.entries(LINES))('can be written in %s', (_, texts) => {
    expect(texts.filter((text) => !LINE.test(text))).toEqual([]);
    expect(texts.filter((text) => !LINE.test(` ${text} `))).toEqual([]);
    expect(texts.filter((text) => !hasForm('prose', text))).toEqual([]);
  });

  it('can have every emoji, with its presentation, every skin tone, and every flag', () => {
    const emoji = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point)).filter(
      (one) => /\p{Emoji}/u.test(one) && !/[0-9#*]/.test(one),
    );
    expect(emoji.length).toBeGreaterThan(1_300);
    const sequences = emoji.flatMap((one) => [
      one,
      `${one}\ufe0f`,
      `${one}\ufe0e`,
      `${one}\u{1f3fd}`,
      `${one}\u{1f3ff}\u200d♂️`,
    ]);
    expect(sequences.filter((one) => !LINE.test(one))).toEqual([]);
  });

  it('has no character that shows nothing or turns the direction, wherever it stands', () => {
    for (const hidden of NEVER) {
      for (const [before, after] of [
        ['a', 'b'],
        ['', 'a'],
        ['a', ''],
        ['خانه', 'های'],
        ['क्', 'ष'],
        ['ไทย', 'ไทย'],
        ['🚀', '🚀'],
        ['辻', '辻'],
        ['שלום', 'אב'],
        ['ᠮ', 'ᠮ'],
      ]) {
        expect([hidden, LINE.test(`${before}${hidden}${after}`)]).toEqual([hidden, false]);
      }
    }
  });

  it('has none that its letters do not need', () => {
    for (const hidden of OUT_OF_PLACE) {
      for (const [before, after] of [
        ['a', 'b'],
        ['', 'a'],
        ['a', ''],
        ['ж', 'ж'],
        ['가', '나'],
        ['あ', 'い'],
        [' ', ' '],
      ]) {
        expect([hidden, LINE.test(`${before}${hidden}${after}`)]).toEqual([hidden, false]);
      }
    }
  });

  it.each(ABUSE)('is not %j', (text) => {
    expect(LINE.test(text)).toBe(false);
  });

  it('is read in one pass, however long the text that does not fit', () => {
    const before = process.cpuUsage();
    const fillers = [
      'خ\u200c',
      'ه\u200d',
      'क्\u200d',
      'ไ\u200b',
      '🚀\u200d',
      '🏴\u{e0067}',
      '\u{e0067}',
      '↔\ufe0f',
      '辻\u{e0100}',
      'א\u200f',
      '\u200b',
      'a',
    ];
    for (const filler of fillers) {
      for (const end of ['\u202e', '']) LINE.test(`${filler.repeat(30_000)}${end}`);
      HASHTAG.test(`${filler.repeat(30_000)}\u202e`);
    }
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3_000);
  });
});

describe('a hashtag', () => {
  it.each(HASHTAGS)('can be %j', (tag) => {
    expect(hasForm('hashtag', tag)).toBe(true);
  });

  it.each([
    ...[
      '',
      '#a',
      'a b',
      'a-b',
      'a.b',
      'a\u200cb',
      'a\u200d',
      '\u0301',
      '\u200ca',
      'a\ufe0f',
      'a\u{e0062}',
      'a\u202eb',
      '\u3164',
      'a\u034f',
      '🚀',
    ],
    ...['ไทย\u200bไทย', 'a\n'],
  ])('cannot be %j', (tag) => {
    expect(hasForm('hashtag', tag)).toBe(false);
  });
});

describe('the characters of a text that a line can have', () => {
  const PARTS = [
    ...NEVER,
    ...OUT_OF_PLACE,
    ...'a1خहक्ไ辻🚀🏴ᠮ ',
    '\u{e0067}',
    '\ud800',
    '\u0301',
    '\u20e3',
    '\u{1f1e9}',
  ];
  /** Texts of such parts, the same in every run. */
  const texts = Array.from({ length: 5_000 }, (_, seed) => {
    let state = seed + 1;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    return Array.from({ length: 1 + (next() % 12) }, () => PARTS[next() % PARTS.length]).join('');
  });

  it('are all of those that are a line, but for marks of direction', () => {
    for (const text of Object.values(LINES).flat())
      expect(shownIn(text)).toBe(text.replaceAll(/[\u061c\u200e\u200f]/gu, ''));
  });

  it('make a line of every text that has one to show', () => {
    for (const text of texts) {
      const shown = shownIn(text);
      expect([text, shown.trim() === '' || LINE.test(shown)]).toEqual([text, true]);
      if (LINE.test(text) && !/[\u061c\u200e\u200f\p{Surrogate}]/u.test(text)) expect(shown).toBe(text);
    }
  });
});
