import { fileURLToPath } from 'node:url';

// Every reply of every suite is checked, also in services that a suite starts.
process.env.CHECK_REPLIES = 'true';

export default {
  testEnvironment: 'node',
  // Other suites run beside: what hangs is ended, what only waits for a processor is not.
  testTimeout: 180_000,
  // Proofs (*.proof.spec.ts) take minutes; npm test runs those whose record does not fit (tools/scripts/src/proofs).
  testMatch: ['<rootDir>/src/**/!(*.proof).spec.ts'],
  // The second one has what takes in all specs of a project (tools/scripts/test.mjs, IN_ONE_CONTEXT).
  roots: ['<rootDir>', fileURLToPath(new URL('libs/testing/src/one-context', import.meta.url))],
  extensionsToTreatAsEsm: ['.ts'],
  // Sources of the other packages are read instead of their builds (see "exports" in each package.json).
  testEnvironmentOptions: { customExportConditions: ['@questp/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
        },
        module: { type: 'es6' },
      },
    ],
  },
};
