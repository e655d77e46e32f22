import { NodeFault } from './chain-node.js';

/** Messages for something that does not exist. They are compared because the codes differ between versions of the SDK. */
const MISSING = /not found|no such contract/i;

/** Null if the node refuses because there is no such thing. */
export async function orNull<Value>(ask: () => Promise<Value>): Promise<Value | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'refused' && MISSING.test(error.log)) return null;
    throw error;
  }
}
