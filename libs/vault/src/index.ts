export { NotAuthentic } from './envelope.js';
export { parseMasterKeys, type MasterKeys } from './master-keys.js';
export { rewrap } from './rewrap.js';
export { rewrapCommand } from './rewrap-command.js';
export { sealingKeys, type Envelopes, type SealedTable } from './sealed-table.js';
export { Secret } from './secret.js';
export { Vault, type Place } from './vault.js';
export * from './vault-config.js';
export { vaultProvider } from './vault-provider.js';
