export { accountIdOf } from './account-ids.js';
export { emulatorEnvironment } from './environment.js';
export { type Order } from './faults.js';
export { type CallerKind, type JournalEntry, type JournalFilter } from './journal.js';
export { BOTS } from './messenger/bots.js';
export { OAUTH_NAMES, SIGN_IN_NAMES, type OAuthName, type PlatformName, type SignInName } from './oauth/rules.js';
export { PEOPLE, type Person } from './people.js';
export { publishedFile } from './published-file.js';
export { startEmulators, type EmulatorOptions, type Emulators } from './start-emulators.js';
