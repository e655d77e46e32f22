export * from './shared/method-hashes.js';
export * from './shared/noted.js';
export * from './shared/oauth-providers.js';
export * from './shared/operator-access.js';
export * from './shared/period.js';
export * from './shared/public-user.js';
export * from './shared/submission-status.js';
export * from './shared/wallets.js';
