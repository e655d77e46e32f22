export { BROKER_SUBJECTS } from './broker-subjects.js';
export { addressAs, closeDatabase, DATABASE_NAME, ensureRole, roleOf } from './database-roles.js';
export { describeUnless } from './describe-unless.js';
export {
  APPEND_ONLY,
  forbiddenChanges,
  forbiddenStatements,
  forbiddenToOthers,
  type Forbidden,
} from './forbidden-statements.js';
export { freePort, isPortTaken } from './free-port.js';
export {
  lastLines,
  launch,
  untilReady,
  type Exit,
  type LaunchOptions,
  type ManagedProcess,
} from './managed-process.js';
export { newMasterKey, newMethodHashKey } from './master-key.js';
export { prepareAccounts, suitesConfiguration } from './nats-accounts.js';
export { launchNatsServer, type NatsServerOptions } from './nats-server.js';
export { ADD_COLUMNS } from './newer-tables.js';
export { randomPassword } from './random-password.js';
export { refusedSubjects } from './refused-subjects.js';
export {
  inheritedEnvironment,
  isReady,
  mainOf,
  serviceEnvironment,
  workspaceRoot,
  type PlatformAddresses,
} from './services.js';
export { started } from './started.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
export { testEnvironment } from './test-environment.js';
export { startNats, type TestNats } from './test-nats.js';
export { startPlatform, type PlatformOptions, type TestPlatform } from './test-platform.js';
export { startService, type TestService } from './test-service.js';
export { waitFor, type WaitOptions } from './wait-for.js';
