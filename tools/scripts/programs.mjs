import { services } from './workspace.mjs';

/**
 * A program that is bundled into one file and has an image.
 * @typedef {object} Program
 * @property {string} name That of its image.
 * @property {string} target The stage of docker/Dockerfile that makes the image.
 * @property {string} folder The project, in whose folder `bundle` it is.
 * @property {string} entry The module that exports the program as `service`.
 * @property {string[]} files What it reads when it runs, besides its bundle.
 * @property {string[]} [packages] Packages that it loads by their path.
 * @property {boolean} [sideEffectFree] Whether loading the modules of the repository that it imports has no effect, so
 *   that unused exports are not bundled. Services rely on decorators, which have one.
 */

/** What the code that all services share reads. */
const SHARED = ['libs/manifest/services.json', 'libs/manifest/node-flags.json'];

/** Migrations of the tables that every service with tables has. */
const SHARED_MIGRATIONS = 'libs/postgres/migrations';

/** @type {Record<string, Partial<Program>>} */
const OF_SERVICES = {
  gateway: { files: ['libs/verify/bundle'], packages: ['swagger-ui-dist'] },
  'escrow-ops': { files: ['contracts/message-schema/schema'] },
};

/** @type {Program[]} */
export const PROGRAMS = [
  ...services.map(({ name, schema }) => ({
    target: 'service',
    folder: `apps/${name}`,
    entry: 'main',
    ...OF_SERVICES[name],
    name,
    files: [
      ...SHARED,
      ...(schema === null ? [] : [SHARED_MIGRATIONS, `prisma/migrations/${name}`]),
      ...(OF_SERVICES[name]?.files ?? []),
    ],
  })),
  {
    name: 'prepare',
    target: 'prepare',
    folder: 'libs/service-kit',
    entry: 'prepare-platform',
    files: [...SHARED, SHARED_MIGRATIONS, 'prisma/migrations'],
  },
  { name: 'trial', target: 'trial', folder: 'tools/local-stack', entry: 'trial/trial', files: [] },
  {
    name: 'deploy',
    target: 'deploy',
    folder: 'tools/contracts/deploy',
    entry: 'deploy-command',
    files: [
      ...['contracts/artifacts/factory.wasm', 'contracts/artifacts/escrow.wasm', 'contracts/artifacts/checksums.txt'],
      ...['contracts/message-schema/schema', 'tools/contracts/deploy/factory.example.json'],
    ],
    sideEffectFree: true,
  },
];
