import { NodeFault } from './chain-node.js';

/** Error messages for a missing object. They are compared because the codes differ between versions of the SDK. */
const MISSING = /not found|no such contract/i;

/**
 * Null if the node refuses because there is no such thing.
 * @param saysSo whether the words of the node mean that
 */
export async function orNull<Value>(
  ask: () => Promise<Value>,
  saysSo: (log: string) => boolean = (log) => MISSING.test(log),
): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'refused' && saysSo(error.log)) return null;
    throw error;
  }
}
