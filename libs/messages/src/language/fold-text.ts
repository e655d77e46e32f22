/**
 * Unicode full case folding (CaseFolding.txt, statuses C and F), without tables: lower, upper, lower per code point
 * equals it for every assigned code point but the dotless i, and up to the direction of Cherokee. Per code point, since
 * String#toLowerCase treats a sigma by its neighbours. The dots of i are ignored: the capital of i is İ for some writers
 * and I for others.
 */
function foldCase(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('i\u0307', 'i');
}

/**
 * The form in which texts are compared without regard to case, width and invisible characters: NFKC_Casefold of Unicode,
 * but for the dots of i.
 */
export const foldText = (text: string): string =>
  foldCase(text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '').normalize('NFKC')).normalize('NFKC');
