import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { root, services } from './workspace.mjs';

const HELP = `node tools/bundle.mjs [<service>...]

Makes apps/<service>/bundle/main.js, the whole program of a service with every library in it, from what was compiled.
Loading one file takes a third of the processor time that loading 1,700 takes (docs/decisions/037). All services, unless
named.`;

/** Packages that others load when they are there, and that no service has. */
const ABSENT = [
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'amqp-connection-manager',
  'class-transformer',
  'ioredis',
  'kafkajs',
  'mqtt',
  'pg-native',
];

/** Stays outside: what is compiled for a processor, and what esbuild cannot follow. */
const LEFT_OUT = ['@node-rs/argon2', 'jsonc-parser'];

/**
 * Bundles the services that have been compiled. Stack traces name lines of the bundle, which keeps all names.
 * @param {string[]} [names] All, unless given.
 * @returns {Promise<boolean>} Whether it succeeded.
 */
export async function bundleServices(names = services.map(({ name }) => name)) {
  try {
    for (const name of names) await bundle(name);
    return true;
  } catch {
    // esbuild has said what is wrong.
    return false;
  } finally {
    // Its process would keep its memory as long as this one.
    await stop();
  }
}

const bundle = (/** @type {string} */ name) =>
  build({
    absWorkingDir: root,
    entryPoints: [join('apps', name, 'dist/main.js')],
    outfile: join('apps', name, 'bundle/main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: [...ABSENT, ...LEFT_OUT],
    // For libraries that are CommonJS.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
    },
    logLevel: 'warning',
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) console.log(HELP);
  else process.exit((await bundleServices(positionals.length > 0 ? positionals : undefined)) ? 0 : 1);
}
