import { toDecimal } from './amounts.js';

describe('an amount', () => {
  it.each([
    ['12500000', 6, '12.5'],
    ['1', 6, '0.000001'],
    ['0', 6, '0'],
    ['1000000', 6, '1'],
    ['1200', 0, '1200'],
    ['340282366920938463463374607431768211455', 18, '340282366920938463463.374607431768211455'],
  ])('of %s base units with %d decimals is %s', (baseUnits, decimals, decimal) => {
    expect(toDecimal(baseUnits, decimals)).toBe(decimal);
  });
});
