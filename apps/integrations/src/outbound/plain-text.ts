/**
 * The start of a third party's answer, to be shown to a team: control and format characters are replaced, so that the
 * text can be stored and looks as it is.
 * @param max characters
 */
export const plainText = (text: string, max: number): string =>
  [...text.replaceAll(/[^\P{C}\t\n\r]/gu, '\uFFFD')].slice(0, max).join('');
