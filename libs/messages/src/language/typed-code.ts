import { foldText } from './fold-text.js';

/** Maximum characters of a code with the spaces and invisible characters that come along when it is pasted. */
export const MAX_TYPED_CODE = 100;

/** Dashes and the signs that look like one. */
const DASH = /[\p{Pd}\u2043\u2212]/gu;
const BETWEEN = /[\p{White_Space}-]/gu;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;

/**
 * A text in which a code is searched that a person typed or pasted: without case, width and invisible characters, with
 * ASCII digits, and hyphens for every kind of dash.
 */
export const typedText = (text: string): string =>
  foldText(text).replaceAll(DASH, '-').replaceAll(OTHER_DIGIT, toAscii);

/** The form in which codes that a person types or pastes are compared: `typedText` without white space and hyphens. */
export const typedCode = (code: string): string => typedText(code).replaceAll(BETWEEN, '').normalize('NFKC');

/** Decimal digits are in runs of 0 to 9 (Unicode stability policy). */
function toAscii(digit: string): string {
  const point = digit.codePointAt(0) as number;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
