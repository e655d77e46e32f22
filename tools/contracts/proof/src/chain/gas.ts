import { type Step } from '../scenario/world.js';

/** One transaction of a story: what the host predicted and what the chain charged, SDK gas. */
export interface GasComparison {
  step: string;
  predicted: number;
  charged: number;
  /** Distance of the prediction as a part of what was charged, 0 when they are equal. */
  error: number;
}

/**
 * Puts the same story's transactions on both chains side by side.
 *
 * @throws RangeError when they are not the same transactions
 */
export function compareGas(predicted: readonly Step[], charged: readonly Step[]): GasComparison[] {
  if (predicted.map(({ name }) => name).join() !== charged.map(({ name }) => name).join()) {
    throw new RangeError('The two runs consist of different transactions');
  }
  return charged.map(({ name, gasUsed }, index) => {
    const other = predicted[index]?.gasUsed ?? 0;
    return { step: name, predicted: other, charged: gasUsed, error: Math.abs(other - gasUsed) / gasUsed };
  });
}
