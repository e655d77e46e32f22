import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unlessUnchanged } from './unchanged.mjs';
import { isUnfinished } from './unfinished.mjs';
import { compileProjects } from './compile.mjs';
import { PortError, PORTS, readPorts, takenPorts } from './ports.mjs';
import { generate, install, root, services } from './workspace.mjs';

const isOfHealth = (/** @type {{ variable: string }} */ { variable }) => variable.endsWith('_HEALTH_PORT');

/** The ports in lines of about three. */
const portLines = () => {
  const named = Object.values(PORTS).flatMap((one) => (isOfHealth(one) ? [] : [`${one.variable} (${one.port})`]));
  const lines = named.flatMap((_, index) =>
    index % 3 === 0 ? [`  ${named.slice(index, index + 3).join('   ')}`] : [],
  );
  const health = services.map(({ name, healthPort }) => `${name} ${healthPort}`).join(', ');
  return [...lines, `  QUESTP_<SERVICE>_HEALTH_PORT (${health})`].join('\n');
};

const HELP = `npm run up [-- --reset] [--no-emulators] [--chain]

Installs, generates and compiles what is needed, starts the whole platform on this machine and runs it until Ctrl-C.

  --reset          empty the local data (.local) first
  --no-emulators   real platforms to sign in with, as the environment names them, instead of emulated ones
  --chain          a wasmd node with the contracts of the reward escrow as well; the first one on a machine builds wasmd,
                   which takes some minutes
  --help           this text

Instead of the embedded parts:
  DATABASE_URL   PostgreSQL 15 or later, of a role that owns the database and may make roles
  NATS_URL       NATS 2.12 or later with JetStream; every service comes as the user in it
  SMTP_URL       a mail server
  OTEL_EXPORTER_OTLP_ENDPOINT   a collector of traces, OTLP over HTTP with JSON; npm run trace shows those of the embedded one
Ports, where the defaults are taken:
${portLines()}
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
  const emulators = !values['no-emulators'];
  const findTaken = () => takenPorts(process.env, { emulators, chain: values.chain ?? false });
  // What a killed start left behind holds ports of its own, which are freed once it is compiled and can be stopped.
  const taken = existsSync(join(root, '.local/run.json')) ? [] : await findTaken();
  if (taken.length > 0) {
    console.error(taken.join('\n'));
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
    emulators,
    ports: readPorts(process.env),
    takenPorts: findTaken,
    ...(values.chain && { startChain: startPlatformChain }),
    compiled,
  });
}

try {
  process.exit(await main());
} catch (error) {
  if (error instanceof PortError) {
    console.error(error.message);
    process.exit(1);
  }
  const usage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(usage ? `${error.message}\n\n${HELP}` : error);
  process.exit(1);
}
