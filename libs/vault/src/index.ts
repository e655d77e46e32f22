export { NotAuthentic } from './envelope.js';
export { parseMasterKeys, type MasterKeys } from './master-keys.js';
export { Secret } from './secret.js';
export { Vault, type Place } from './vault.js';
export * from './vault-config.js';
export { vaultProvider } from './vault-provider.js';
