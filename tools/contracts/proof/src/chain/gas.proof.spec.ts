import { compareGas } from './gas.js';

describe('compareGas', () => {
  it('returns the relative error of each prediction', () => {
    const predicted = [
      { name: 'cancel', gasUsed: 98 },
      { name: 'cancel', gasUsed: 205 },
    ];
    const charged = [
      { name: 'cancel', gasUsed: 100 },
      { name: 'cancel', gasUsed: 200 },
    ];
    expect(compareGas(predicted, charged)).toEqual([
      { step: 'cancel', predicted: 98, charged: 100, error: 0.02 },
      { step: 'cancel', predicted: 205, charged: 200, error: 0.025 },
    ]);
  });

  it('refuses runs of different transactions', () => {
    const cancel = { name: 'cancel', gasUsed: 1 };
    expect(() => compareGas([cancel], [cancel, cancel])).toThrow(RangeError);
    expect(() => compareGas([cancel], [{ name: 'claim', gasUsed: 1 }])).toThrow(RangeError);
  });
});
