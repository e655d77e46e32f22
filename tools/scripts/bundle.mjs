import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { LEFT_OUT } from './left-out.mjs';
import { PROGRAMS } from './programs.mjs';
import { root, run } from './workspace.mjs';

const HELP = `node tools/scripts/bundle.mjs [<program>...]

Bundles the programs of programs.mjs from what was compiled, each into the folder bundle of its project: service.cjs, the
whole program with every library in it; service.cjs.cache, what Node's compiler makes of it; main.js, which starts the
first by the second. It takes a fifth of the processor time of loading 1,700 files (docs/decisions/037). All programs,
unless named. libs/verify/bundle is made with the gateway, which serves it.`;

/** Optional packages of others: absent in a service that does not depend on them, although they are installed. */
const ABSENT = [
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@questp/events',
  '@questp/postgres',
  'amqp-connection-manager',
  'class-transformer',
  'ioredis',
  'kafkajs',
  'mqtt',
  'pg-native',
];

/**
 * Bundles programs that have been compiled. Stack traces name lines of the bundle, which keeps all names.
 * @param {import('./programs.mjs').Program[]} programs
 * @returns {Promise<boolean>} Whether it succeeded.
 */
export async function bundlePrograms(programs) {
  try {
    for (const program of programs) {
      await bundle(program);
      if (program.name === 'gateway') await bundlePage();
    }
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  } finally {
    // esbuild's process would otherwise keep its memory until this one ends.
    await stop();
  }
}

/** Makes libs/verify/bundle: the page that the gateway serves, its style and its whole program. */
async function bundlePage() {
  const file = (/** @type {string} */ part) => join(root, 'libs/verify', part);
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: ['libs/verify/dist/page/main.js'],
    outfile: file('bundle/verify.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
  copyFileSync(file('page/verify.html'), file('bundle/verify.html'));
  const { ICON, STYLE } = await import(String(pathToFileURL(join(root, 'libs/manifest/dist/pages/index.js'))));
  writeFileSync(file('bundle/icon.svg'), ICON);
  writeFileSync(file('bundle/verify.css'), STYLE + readFileSync(file('page/verify.css'), 'utf8'));
  writePackages(file('bundle'), metafile);
}

/**
 * Writes packages.json: the folders of the packages of which something is in a bundle, for the SBOM of an image.
 * @param {string} folder
 * @param {import('esbuild').Metafile} metafile
 */
function writePackages(folder, { outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const packages = inputs.flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []) : [],
  );
  writeFileSync(join(folder, 'packages.json'), `${JSON.stringify([...new Set(packages)].sort(), null, 2)}\n`);
}

const packageOf = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * Has them missing, as they would be where no other service has them: loaded from outside, one would bring all it is
 * made for a second time.
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
const absent = (names) => ({
  name: 'absent',
  setup: (bundler) => {
    const isOne = new RegExp(`^(${names.join('|')})(/|$)`);
    bundler.onResolve({ filter: isOne }, ({ path }) => ({ path, namespace: 'absent' }));
    // `exports` makes it CommonJS: of a module without exports esbuild warns of every name that is imported.
    bundler.onLoad({ filter: /^/, namespace: 'absent' }, ({ path }) => ({
      contents: `exports.absent = true; throw Object.assign(new Error("Cannot find module '${path}'"), { code: 'MODULE_NOT_FOUND' });`,
    }));
  },
});

/**
 * Resolves class-validator to its ES modules, of which only the used checks are bundled. For Nest's ValidationPipe, which
 * is not used and would bundle all checks (865 KB), the package is absent.
 * @type {import('esbuild').Plugin}
 */
const validator = {
  name: 'class-validator',
  setup: (bundler) =>
    bundler.onResolve({ filter: /^class-validator$/ }, ({ importer, path }) =>
      importer.includes('/@nestjs/common/')
        ? { path, namespace: 'absent' }
        : { path: join(root, 'node_modules/class-validator/esm2015/index.js'), sideEffects: false },
    ),
};

/**
 * The contracts' schemas are found from the folder of their package.
 * @param {string} folder That of the bundle.
 * @returns {import('esbuild').Plugin}
 */
const schemas = (folder) => ({
  name: 'message-schema',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/contracts\/message-schema\/dist\/schema-files\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL('${relative(folder, path)}', import.meta.url)`,
      ),
    })),
});

/**
 * Marks modules of the repository as free of side effects, so that unused exports are not bundled.
 * @type {import('esbuild').Plugin}
 */
const sideEffectFree = {
  name: 'side-effect-free',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^(@questp\/|\.)/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === sideEffectFree || from.importer.includes('/node_modules/')) return undefined;
      return { ...(await bundler.resolve(path, { ...from, pluginData: sideEffectFree })), sideEffects: false };
    });
    // Programs that only read the release of the contracts are bundled without the compiler.
    bundler.onLoad({ filter: /\/tools\/contracts\/build\/dist\/compile\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('createRequire(import', '/* @__PURE__ */ createRequire(import'),
    }));
  },
};

/** @param {import('./programs.mjs').Program} program */
async function bundle({ folder, entry, sideEffectFree: isFree }) {
  const file = (/** @type {string} */ part) => join(root, folder, 'bundle', part);
  // V8 checks a cache only by the length of its source.
  rmSync(file('service.cjs.cache'), { force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [join(folder, 'dist', `${entry}.js`)],
    outfile: file('service.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // V8 does not cache the handler of `import()`.
    supported: { 'dynamic-import': false },
    external: LEFT_OUT,
    plugins: [
      ...(isFree ? [sideEffectFree] : []),
      validator,
      schemas(file('')),
      absent(ABSENT.filter((one) => !(one in packageOf(folder).dependencies))),
    ],
    // For libraries that are modules.
    define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': '__dirname' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'warning',
  });
  // Their files would not be found from the bundle, and some fall back to JavaScript silently.
  const loader = /(^|node_modules\/)(node-gyp-build|bindings)(\/|$)/;
  const compiled = Object.entries(metafile.inputs).find(
    ([from, { imports }]) => !loader.test(from) && imports.some(({ path }) => loader.test(path)),
  );
  if (compiled) throw new Error(`${compiled[0]} loads what is compiled for a processor: it belongs into LEFT_OUT`);
  writeFileSync(file('service.cjs'), asciiOnly(readFileSync(file('service.cjs'), 'utf8')));
  copyFileSync(join(root, 'tools/scripts/bundle-main.mjs'), file('main.js'));
  writePackages(file(''), metafile);
  const flags = JSON.parse(readFileSync(join(root, 'libs/manifest/node-flags.json'), 'utf8'));
  const env = { NODE_OPTIONS: '' };
  if (!(await run(process.execPath, [...flags, file('main.js'), 'compile'], { env }))) throw new Error(folder);
}

/** Escapes non-ASCII characters in comments and patterns: with them Node stores the source at two bytes per character. */
const asciiOnly = (/** @type {string} */ text) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) console.log(HELP);
  else {
    const isWanted = (/** @type {string} */ name) => positionals.length === 0 || positionals.includes(name);
    process.exit((await bundlePrograms(PROGRAMS.filter(({ name }) => isWanted(name)))) ? 0 : 1);
  }
}
