export { emulatorEnvironment } from './environment.js';
export { type Order } from './control.js';
export { BOTS } from './messenger/bots.js';
export { SIGN_IN_NAMES, type SignInName } from './oauth/rules.js';
export { PEOPLE, type Person } from './people.js';
export { startEmulators, type EmulatorOptions, type Emulators } from './start-emulators.js';
