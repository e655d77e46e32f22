export { emulatorEnvironment } from './environment.js';
export { type Order } from './control.js';
export { PLATFORM_NAMES, type PlatformName } from './oauth/rules.js';
export { PEOPLE, type Person } from './people.js';
export { startEmulators, type EmulatorOptions, type Emulators } from './start-emulators.js';
