/** Separators of cells by name. */
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const;
export type Separator = keyof typeof SEPARATORS;
export const ALL_SEPARATORS = Object.keys(SEPARATORS) as Separator[];

export const nameOf = (separator: Separator): string => SEPARATORS[separator];

/** The separator that a first row such as `sep=;` declares; spreadsheets write and read it. */
export function declaredSeparator(record: string): Separator | undefined {
  const declared = /^\uFEFF?"?sep=([,;\t|])"?[\r\n]*$/i.exec(record)?.[1];
  return ALL_SEPARATORS.find((one) => one === declared);
}

/** The first separator of a row that is not in a quoted cell. */
export function firstSeparator(record: string): Separator | undefined {
  const found = /[,;\t|]/.exec(record.replace(/"(?:[^"]|"")*"/g, ''))?.[0];
  return ALL_SEPARATORS.find((one) => one === found);
}
