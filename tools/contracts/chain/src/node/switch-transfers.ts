import { locateWasmd } from '../wasmd/binary.js';
import { setSendEnabled } from './governance.js';
import { Validator, type ValidatorOptions } from './validator.js';

/** Allows or forbids bank transfers of a denomination on a chain that `startChain` runs in another process. */
export async function switchTransfers(
  chain: Omit<ValidatorOptions, 'program'>,
  denom: string,
  enabled: boolean,
): Promise<void> {
  const { program } = await locateWasmd(() => undefined);
  await setSendEnabled(new Validator({ ...chain, program }), denom, enabled);
}
