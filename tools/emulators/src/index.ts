export { accountIdOf } from './account-ids.js';
export { emulatorEnvironment } from './environment.js';
export { type Order } from './faults.js';
export { type CallerKind, type JournalEntry, type JournalFilter } from './journal.js';
export { BOTS } from './messenger/bots.js';
export { OAUTH_NAMES, SIGN_IN_NAMES, type OAuthName, type PlatformName, type SignInName } from './oauth/rules.js';
export { PEOPLE, type Person } from './people.js';
export { publishedFile } from './published-file.js';
export { redirectUrisOf } from './redirect-uris.js';
export { startEmulators, type EmulatorOptions, type Emulators } from './start-emulators.js';
export { EmulatedChain } from './chain/emulated-chain.js';
export { ibcDenom, type ChainState } from './chain/state.js';
export {
  answerOf,
  newHash,
  SDK_VERSIONS,
  type ChainEvent,
  type ChainMessage,
  type ChainTx,
  type SdkVersion,
} from './chain/transactions.js';
