import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unlessUnchanged } from './unchanged.mjs';
import { isUnfinished } from './unfinished.mjs';
import { compileProjects } from './compile.mjs';
import { generate, install, root, services } from './workspace.mjs';

const HELP = `npm run up [-- --reset] [--no-emulators] [--chain]

Installs, generates and compiles what is needed, starts the whole platform on this machine and runs it until Ctrl-C.

  --reset          empty the local data (.local) first
  --no-emulators   real platforms to sign in with, as the environment names them, instead of emulated ones
  --chain          a wasmd node with the contracts of the reward escrow as well
  --help           this text

Instead of the embedded parts:
  DATABASE_URL   PostgreSQL 15 or later, of a role that owns the database and may make roles
  NATS_URL       NATS 2.12 or later with JetStream; every service comes as the user in it
  SMTP_URL       a mail server
  OTEL_EXPORTER_OTLP_ENDPOINT   a collector of traces, OTLP over HTTP with JSON; npm run trace shows those of the embedded one
Ports, where the defaults are taken:
  PORT (${services.find(({ port }) => port)?.port})   QUESTP_POSTGRES_PORT (54329)   QUESTP_NATS_PORT (42229)   QUESTP_SMTP_PORT (2529)
  QUESTP_MAIL_PORT (8029)   QUESTP_TRACES_PORT (4329)   QUESTP_EMULATORS_PORT (4480)
  QUESTP_CHAIN_RPC_PORT (26657)   QUESTP_CHAIN_REST_PORT (1317)   QUESTP_<SERVICE>_HEALTH_PORT (${services.map(({ name, healthPort }) => `${name} ${healthPort}`).join(', ')})
The first administrator, else made at the first start:
  BOOTSTRAP_ADMIN_EMAIL   BOOTSTRAP_ADMIN_PASSWORD
Where browsers open the apps, which may call the API from there:
  APP_URL   STUDIO_URL   CONSOLE_URL
All other variables reach the services as they are.`;

/** @returns {Promise<number>} The exit code. */
async function main() {
  const { values } = parseArgs({
    options: {
      reset: { type: 'boolean' },
      'no-emulators': { type: 'boolean' },
      chain: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  // Packages and builds of a running platform must not be replaced.
  const check = join(root, 'tools/local-stack/dist/run/already-running.js');
  // Cut short by a killed compiler, it would not load.
  const isWhole = existsSync(check) && !isUnfinished(root, 'compile');
  const running = isWhole ? (await import(check)).alreadyRunning(root) : undefined;
  if (running) {
    console.error(running);
    return 1;
  }
  console.log('Starting the platform');
  const projects = ['local-stack', 'deploy', ...services.map(({ name }) => name)];
  if (!(await install())) return 1;
  const compiled = await unlessUnchanged(root, async () => (await generate()) && (await compileProjects(projects)));
  if (compiled === undefined) return 1;
  const { runPlatform } = await import('@questp/local-stack');
  const { startPlatformChain } = await import('@questp/deploy');
  return await runPlatform({
    root,
    reset: values.reset ?? false,
    emulators: !values['no-emulators'],
    ...(values.chain && { startChain: startPlatformChain }),
    compiled,
  });
}

try {
  process.exit(await main());
} catch (error) {
  const usage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(usage ? `${error.message}\n\n${HELP}` : error);
  process.exit(1);
}
