import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { LEFT_OUT } from './left-out.mjs';
import { PROGRAMS } from './programs.mjs';
import { sbomOf } from './sbom.mjs';
import { root, run } from './workspace.mjs';

const HELP = `node tools/scripts/image-files.mjs <image> <folder>

Puts the files of an image into a folder, which becomes the root of its file system: in app/ the bundle with what the
Node of this process compiled of it, the packages that are not in the bundle, what the program reads when it runs, and
sbom.cdx.json, which lists all packages; in data/ nothing. The repository has to be built. docker/Dockerfile runs it; programs.mjs lists the images.`;

/** Of packages, only what a program loads. */
const isNeeded = (/** @type {string} */ path) =>
  !/\.(map|md|d\.[cm]?ts|c|h|cc|gyp)$|\/(\.[^/]*|test|prebuilds\/(win32|darwin)[^/]*|swagger-ui-es-bundle[^/]*|README[^/]*|src\/secp256k1)$/.test(
    path,
  );

/** The folder of a package as Node finds it from a folder; undefined when it is not installed. */
function findPackage(/** @type {string} */ name, /** @type {string} */ from) {
  const found = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return found.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * Adds a package and all that it depends on to a set of folders.
 * @param {string} folder
 * @param {Set<string>} folders
 */
function addPackage(folder, folders) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const found = findPackage(name, folder);
    if (found !== undefined) addPackage(found, folders);
  }
}

/**
 * The folders of the packages that are not in the bundle of a program.
 * @param {import('./programs.mjs').Program} program
 */
function packagesBeside({ folder, packages = [] }) {
  const text = readFileSync(join(root, folder, 'bundle/service.cjs'), 'utf8');
  /** @type {Set<string>} */
  const folders = new Set();
  for (const name of [...LEFT_OUT.filter((one) => text.includes(`require("${one}")`)), ...packages]) {
    const found = findPackage(name, join(root, folder));
    if (found === undefined) throw new Error(`${name} is not installed`);
    addPackage(found, folders);
  }
  return [...folders].map((one) => relative(root, one));
}

/**
 * The folders of the packages in bundles, which bundle.mjs lists.
 * @param {string[]} folders
 * @returns {string[]}
 */
const packagesIn = (folders) =>
  folders
    .map((folder) => join(root, folder, 'packages.json'))
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));

/**
 * @param {import('./programs.mjs').Program} program
 * @param {string} folder
 * @returns {Promise<boolean>} Whether it succeeded.
 */
async function makeFiles(program, folder) {
  const app = join(folder, 'app');
  const bundle = join(program.folder, 'bundle');
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const part of ['service.cjs', 'main.js']) cpSync(join(root, bundle, part), join(app, bundle, part));
  for (const path of program.files) cpSync(join(root, path), join(app, path), { recursive: true });
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(app, 'main.js'), `import './${bundle}/main.js';\n`);
  cpSync(join(root, 'docker/health.mjs'), join(app, 'health.mjs'));

  const beside = packagesBeside(program);
  for (const path of beside) {
    const filter = (/** @type {string} */ file) =>
      isNeeded(file) && relative(join(root, path), file) !== 'node_modules';
    cpSync(join(root, path), join(app, path), { recursive: true, filter });
  }
  const sbom = sbomOf(`questp/${program.name}`, [...packagesIn([bundle, ...program.files]), ...beside]);
  writeFileSync(join(app, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);

  return await compile(join(app, bundle));
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
const program = PROGRAMS.find((one) => one.name === name);
if (values.help || program === undefined || folder === undefined) {
  console.log(HELP);
  process.exit(values.help ? 0 : 64);
}
process.exit((await makeFiles(program, folder)) ? 0 : 1);
