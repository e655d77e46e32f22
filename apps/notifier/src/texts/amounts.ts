/** Base units in units of the symbol, as a decimal number: 12500000 of 6 decimals are 12.5. */
export function toDecimal(baseUnits: string, decimals: number): string {
  const digits = baseUnits.padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${whole}.${fraction}`.replace(/\.?0*$/, '');
}
