import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { LEFT_OUT } from './left-out.mjs';
import { root, run } from './workspace.mjs';

const HELP = `node tools/scripts/image-files.mjs <service or prepare> <folder>

Puts the files of an image into a folder, which becomes the root of its file system: in app/ the bundle with what the
Node of this process compiled of it, the packages that are not in the bundle, and what the program reads when it runs;
in data/ nothing. The repository has to be built. docker/Dockerfile runs it.`;

/** What programs read when they run, besides their bundle. */
const READ = {
  every: ['libs/manifest/services.json', 'libs/manifest/node-flags.json', 'libs/postgres/migrations'],
  gateway: ['libs/verify/bundle'],
  'escrow-ops': ['contracts/message-schema/schema'],
  prepare: ['prisma/migrations'],
};

/** Packages that bundles load by their path. */
const LOADED = { gateway: ['swagger-ui-dist'] };

/** Of packages, only what a program loads. */
const isNeeded = (/** @type {string} */ path) =>
  !/\.(map|md|d\.[cm]?ts|c|h|cc|gyp)$|\/(swagger-ui-es-bundle[^/]*|README[^/]*|src\/secp256k1)$/.test(path);

/** The folder of a package as Node finds it from a folder; undefined when it is not installed. */
function findPackage(/** @type {string} */ name, /** @type {string} */ from) {
  const found = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return found.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * Copies a package and all that it depends on to the same place below `app`.
 * @param {string} folder
 * @param {string} app
 */
function copyPackage(folder, app) {
  const target = join(app, relative(root, folder));
  if (existsSync(target)) return;
  cpSync(folder, target, {
    recursive: true,
    filter: (path) => isNeeded(path) && relative(folder, path) !== 'node_modules',
  });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findPackage(name, folder);
    if (found !== undefined) copyPackage(found, app);
  }
}

/**
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<boolean>} Whether it succeeded.
 */
async function makeFiles(name, folder) {
  const app = join(folder, 'app');
  const source = name === 'prepare' ? 'libs/service-kit' : `apps/${name}`;
  const target = join(app, 'apps', name);
  mkdirSync(join(folder, 'data'), { recursive: true });
  const program = join(root, source, 'bundle/service.cjs');
  for (const part of ['service.cjs', 'main.js'])
    cpSync(join(root, source, 'bundle', part), join(target, 'bundle', part));
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n');
  cpSync(join(root, 'docker/health.mjs'), join(app, 'health.mjs'));

  const own = existsSync(join(root, 'prisma/migrations', name)) ? [`prisma/migrations/${name}`] : [];
  const read = Object.entries(READ).flatMap(([of, paths]) => (of === 'every' || of === name ? paths : []));
  for (const path of [...read, ...own]) cpSync(join(root, path), join(app, path), { recursive: true });

  const text = readFileSync(program, 'utf8');
  const packages = [
    ...LEFT_OUT.filter((one) => text.includes(`require("${one}")`)),
    ...(Object.entries(LOADED).find(([of]) => of === name)?.[1] ?? []),
  ];
  for (const one of packages) {
    const found = findPackage(one, join(root, source));
    if (found === undefined) throw new Error(`${one} is not installed`);
    copyPackage(found, app);
  }

  return await compile(join(target, 'bundle'));
}

/** Flags under which V8 compiles the same source to the same bytes: no background threads, no seed of its own. */
const REPRODUCIBLE = ['--predictable', '--random-seed=1', '--hash-seed=1'];

/** Where the header of a code cache has a hash of V8's flags (SerializedCodeData in V8's code-serializer.h). */
const FLAG_HASH = { from: 12, to: 16 };

/**
 * Makes the code cache of a bundle, the same bytes each time. V8 takes a cache only under the flags it was made with:
 * it gets the hash of the flags of a service, which change nothing of the compiled code.
 * @param {string} folder
 * @returns {Promise<boolean>} Whether it succeeded.
 */
async function compile(folder) {
  const flags = JSON.parse(readFileSync(join(root, 'libs/manifest/node-flags.json'), 'utf8'));
  const cacheUnder = async (/** @type {string[]} */ more) => {
    rmSync(join(folder, 'service.cjs.cache'), { force: true });
    const args = [...flags, ...more, join(folder, 'main.js'), 'compile'];
    if (!(await run(process.execPath, args, { env: { NODE_OPTIONS: '' } }))) return undefined;
    return readFileSync(join(folder, 'service.cjs.cache'));
  };
  const accepted = await cacheUnder([]);
  const cache = await cacheUnder(REPRODUCIBLE);
  if (accepted === undefined || cache === undefined) return false;
  accepted.copy(cache, FLAG_HASH.from, FLAG_HASH.from, FLAG_HASH.to);
  writeFileSync(join(folder, 'service.cjs.cache'), cache);
  return true;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [name, folder] = positionals;
if (values.help || name === undefined || folder === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 64);
}
process.exit((await makeFiles(name, folder)) ? 0 : 1);
