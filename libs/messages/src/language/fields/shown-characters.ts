/**
 * Characters that a name must not contain: control characters, line separators, invisible characters, characters that
 * change the writing direction (Unicode: Default_Ignorable_Code_Point), interlinear annotation, and characters that are
 * blank although they are letters or symbols. Those that a script or an emoji needs are allowed where it needs them.
 */
const HIDDEN = '\\p{Cc}\\u2028\\u2029\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\u{1d159}';

const scripts = (...names: string[]): string => names.map((name) => `\\p{Script=${name}}`).join('');

/** Scripts whose letters join, where U+200C and U+200D decide about the joining (UAX #31, 2.3). */
const CURSIVE =
  scripts(
    ...['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Nko', 'Phags_Pa', 'Manichaean', 'Hanifi_Rohingya', 'Sogdian'],
    ...['Adlam', 'Old_Uyghur'],
  ) +
  // Tatweel and vowel signs, which Arabic shares with other scripts.
  '\\u0640\\u064b-\\u0655\\u0670';
/** Signs that kill the vowel of a consonant (Canonical_Combining_Class=Virama, and the Myanmar asat). */
const VIRAMA =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039' +
  '\\u103a\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua82c\\ua8c4\\ua953' +
  '\\ua9c0\\uaaf6\\uabed\\u{10a3f}\\u{11046}\\u{11070}\\u{1107f}\\u{110b9}\\u{11133}\\u{11134}\\u{111c0}\\u{11235}' +
  '\\u{112ea}\\u{1134d}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}\\u{116b6}\\u{1172b}\\u{11839}\\u{1193d}\\u{1193e}' +
  '\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d44}\\u{11d45}\\u{11d97}';
/** Scripts without spaces between words, which U+200B separates. */
const UNSPACED = scripts('Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Tibetan');
const MONGOLIAN = '[\\u1807\\u1820-\\u1878\\u1880-\\u18aa]';

/** Where the scripts need hidden characters. */
const IN_SCRIPTS = [
  // Joiners: beside letters that join,
  `(?<=[\\p{L}\\p{M}\\p{N}\\p{P}])\\u200c(?=[${CURSIVE}])(?=[\\p{L}\\p{M}])`,
  `(?<=[${CURSIVE}])(?<=[\\p{L}\\p{M}])(?:\\u200d|\\u200c(?=[\\p{L}\\p{N}]))`,
  // and beside a virama, or before the register shifters of Khmer.
  `(?<=[${VIRAMA}])[\\u200c\\u200d]`,
  `(?<=[\\p{L}\\p{M}])(?<!\\p{Default_Ignorable_Code_Point})[\\u200c\\u200d](?=[${VIRAMA}\\u17c9\\u17ca])`,
  // Variants of letters: Mongolian, ideographs and their punctuation, Myanmar, 'Phags-pa, mathematical signs.
  `(?<=${MONGOLIAN})[\\u180b-\\u180d\\u180f]`,
  `(?<=${MONGOLIAN}[\\u180b-\\u180d\\u180f]?)\\u180e(?=${MONGOLIAN})`,
  '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '(?<=[\\p{Script=Myanmar}\\p{Script=Phags_Pa}\\u2200-\\u22ff\\u2a00-\\u2aff])\\ufe00',
  '(?<=[\\u2018\\u2019\\u201c\\u201d\\u3001\\u3002\\uff01\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f])[\\ufe00\\ufe01]',
  // The order of points in Hebrew.
  '(?<=[\\u0591-\\u05c7])\\u034f(?=[\\u0591-\\u05c7])',
];

/** Between words. */
const BETWEEN_WORDS = [`(?<=[${UNSPACED}])\\u200b(?=[^${HIDDEN}])`, `(?<=[^${HIDDEN}])\\u200b(?=[${UNSPACED}])`];

const PICTURE = '[\\p{Emoji}\\p{Extended_Pictographic}]';
const TAG = '[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]';

/** In emoji sequences (UTS #51). */
const IN_EMOJI = [
  // Presentation; of a digit, # or * only in a keycap.
  `(?<=${PICTURE})(?<![0-9#*])[\\ufe0e\\ufe0f]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // Joined emoji.
  `(?<=${PICTURE}[\\ufe0e\\ufe0f]?|\\u{e007f})(?<![0-9#*])\\u200d(?=${PICTURE})(?![0-9#*])`,
  // The region of a black flag, as three to six letters and digits, and the end of it.
  `(?<=\\u{1f3f4}${TAG}{0,5})${TAG}(?=${TAG}{0,5}\\u{e007f})`,
  `(?<=\\u{1f3f4}${TAG}{3,6})\\u{e007f}`,
];

/** A look-ahead has one result: a step that failed is not tried in another way, so that a text is read in one pass. */
const allowed = (...where: string[][]): string => `(?=${where.flat().join('|')})`;
const HERE = allowed(IN_SCRIPTS, BETWEEN_WORDS, IN_EMOJI);
const SHOWN = `[^${HIDDEN}]|${HERE}[${HIDDEN}]`;

/** Marks that give the direction of the characters beside them, and turn none around; for lines with such letters. */
const MARKS = '\\u061c\\u200e\\u200f';
const DIRECTION_MARK = `(?<![${MARKS}])[${MARKS}]`;
const RIGHT_TO_LEFT = `(?=[${scripts('Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam', 'Hanifi_Rohingya')}])\\p{L}`;

/** One line with visible text, without hidden or reordering characters; matched in one pass. */
export const LINE = new RegExp(
  `^(?=[\\s${HIDDEN}]*[^\\s${HIDDEN}])(?:(?![^]*[${MARKS}])|(?=[^]*?${RIGHT_TO_LEFT}))(?:${SHOWN}|${DIRECTION_MARK})*$`,
  'u',
);

/**
 * A hashtag: letters, marks, digits, `_` and the punctuation within words that platforms take for a part of a hashtag
 * (UAX #31, 2.4 and twitter-text).
 */
const TAGGED =
  '\\p{L}\\p{M}\\p{N}_\\u00b7\\u05be\\u05f3\\u05f4\\u0f0b\\u0f0c\\u3003\\u301c\\u309b\\u309c\\u30a0\\u30fb\\uff5e';
export const HASHTAG = new RegExp(
  `^(?![${HIDDEN}])[\\p{L}\\p{N}_](?:(?![${HIDDEN}])[${TAGGED}]|${allowed(IN_SCRIPTS)}[${HIDDEN}])*$`,
  'u',
);

const OUT_OF_PLACE = new RegExp(`(?!${HERE})[${HIDDEN}\\p{Surrogate}]`, 'gu');

/** The characters of a text that a line can have. */
export function shownIn(text: string): string {
  const shown = text.replaceAll(OUT_OF_PLACE, '');
  // What stood beside a character that is left out may now be out of place.
  return shown === text ? shown : shownIn(shown);
}
