import { AppError } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';
import { chainsIn, type JsonObject } from '../../catalog/definition/json-schema.js';
import type { TaskType } from '../../catalog/definition/task-type.js';

/**
 * CHAIN_DISABLED if the configuration of a quest names a disabled chain.
 * @param stored the configuration before an update, whose chains it may keep
 */
export function requireEnabledChains(
  { config: schema }: TaskType,
  config: JsonObject,
  chains: ChainRegistry,
  stored: JsonObject = {},
): void {
  const kept = new Set(chainsIn(schema, stored));
  const disabled = chainsIn(schema, config).find((id) => !kept.has(id) && chains.get(id)?.enabled === false);
  if (disabled !== undefined) throw new AppError('CHAIN_DISABLED', { detail: `${disabled} takes no new quest.` });
}
