import { readChainChoice, type ChainChoice, type ChainChoiceKind } from '@questp/messages/integrations';
import { fieldError } from '@questp/messages/language';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Target } from '../../catalog/definition/task-type.js';

/**
 * What a configuration names on its chain: it is looked up there when a team stores the quest. Of denominations, only
 * those of IBC are, which alone can be proven.
 */
export const chainTarget = (kind: ChainChoiceKind, member: string): Target => ({
  pointer: `/${member}`,
  contract: readChainChoice,
  ask: ({ chainId, [member]: id }: JsonObject) =>
    typeof id !== 'string' || (kind === 'ibc_denom' && !id.startsWith('ibc/')) ? undefined : { chainId, kind, id },
  resolved: (config) => config,
  errors: (_, value) =>
    kind !== 'proposal' || (value as ChainChoice).isOpen
      ? []
      : [fieldError(`/config/${member}`, 'NOT_ALLOWED', {}, 'The voting on the proposal has ended.')],
});
