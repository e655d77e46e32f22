/**
 * Unicode full case folding (CaseFolding.txt, statuses C and F), without tables: lower, upper, lower per code point
 * equals it for every assigned code point but the dotless i, whose upper case I would make it equal to i, and up to the
 * direction of Cherokee. Per code point, since String#toLowerCase treats a sigma by its neighbours.
 */
function foldCase(text: string): string {
  let folded = '';
  for (const character of text) {
    folded += character === 'ı' ? character : character.toLowerCase().toUpperCase().toLowerCase();
  }
  return folded;
}

/** NFKC and Unicode case folding, for comparisons that ignore case. */
export const foldText = (text: string): string => foldCase(text.normalize('NFKC')).normalize('NFKC');
