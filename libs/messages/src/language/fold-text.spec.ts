import { foldText } from './fold-text.js';

describe('texts in the form in which they are compared', () => {
  it.each([
    ['case', 'QUEST', 'quest'],
    ['composition', 'cafe\u0301', 'CAF\u00c9'],
    ['width', 'ＱＵＥＳＴ４２', 'quest42'],
    ['half-width Katakana', 'ｶﾞ', 'ガ'],
    ['a sharp s', 'STRASSE', 'Straße'],
    ['a capital sharp s', 'STRA\u1e9eE', 'straße'],
    ['a final sigma', 'ΟΔΟΣ', 'οδος'],
    ['a dotted capital i', 'İstanbul', 'istanbul'],
    ['a dotless i', 'ISPARTA', 'ısparta'],
    ['a ligature', 'o\ufb03ce', 'office'],
    ['a non-joiner', 'خانه\u200cها', 'خانهها'],
    ['a joiner', 'ක\u0dca\u200dෂ', 'ක\u0dcaෂ'],
    ['presentation', '❤️', '❤'],
    ['a soft hyphen', 'Donau\u00adschiff', 'donauschiff'],
    ['an invisible character between letter and accent', 'e\u200d\u0301', '\u00e9'],
    ['a word separator', 'ภาษา\u200bไทย', 'ภาษาไทย'],
    ['presentation forms of Arabic', '\ufefb', 'لا'],
  ])('are equal but for %s', (_, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it.each([
    ['marks', 'cafe', 'café'],
    ['vowel signs', 'เชียงใหม่', 'เชยงใหม'],
    ['look-alikes', 'pay', 'p\u0430y'],
    ['spaces', 'a b', 'ab'],
    ['a skin tone', '👍', '👍🏽'],
  ])('differ in %s', (_, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('are their own form, and in both cases the same', () => {
    for (let point = 0; point < 0x110000; point += 1) {
      const character = String.fromCodePoint(point);
      const folded = foldText(character);
      if (foldText(folded) !== folded) throw new Error(`U+${point.toString(16)} has no stable form`);
    }
    const texts = [
      'I\u0307\u0323',
      'ß\u200d\u0301',
      'Ａ\u030a',
      '\u1112\u1161\u11ab',
      '\u0345\u0301',
      'İı\u0307',
      '\ud800a',
    ];
    for (const text of texts) expect(foldText(foldText(text))).toBe(foldText(text));
  });
});
