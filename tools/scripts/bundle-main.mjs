// The program of a service, copied beside its bundle (tools/scripts/bundle.mjs).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';

const file = join(import.meta.dirname, 'service.cjs');
const cache = `${file}.cache`;

// As `require` does it, which knows no cache before Node 22.
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`,
  {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}),
  },
);
if (script.cachedDataRejected) {
  process.emitWarning('The cache was made by another Node or with other flags. `main.js compile` makes it anew.');
}
/** @type {{ exports: { service?: { run: () => Promise<void> } } }} */
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));

if (process.argv[2] === 'compile') writeFileSync(cache, script.createCachedData());
else await module.exports.service?.run();
