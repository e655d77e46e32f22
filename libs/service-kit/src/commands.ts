import { closeOnSignal, failStart, serveRpc, startParts, type ConfigSpec } from '@questp/service';
import { configTable } from './config-table.js';
import type { OwnCommand, RunningServer, Service } from './service-definition.js';
import { serviceModule } from './service-module.js';

const usage = (name: string, own: OwnCommands) => `node apps/${name}/bundle/main.js [command]

  (none)          runs the service until SIGTERM or SIGINT
  migrate         brings its tables up to date; one of several at a time, beside running replicas
  prepare-broker  makes what it needs in JetStream, or brings it up to date; beside running replicas
  replay-events   shows and sends again the events it could not apply; see replay-events --help
  config          prints every variable it reads, as JSON
${Object.entries(own)
  .map(([word, { summary }]) => `  ${word.padEnd(15)} ${summary}\n`)
  .join('')}  --help          this text
`;

type OwnCommands = Readonly<Record<string, OwnCommand>>;

const ownCommands = <Spec extends ConfigSpec>({ definition }: Service<Spec>): OwnCommands =>
  ('commands' in definition && definition.commands) || {};

/** Loaded by the commands that need it: a process without a database stays small. */
const dataCommands = () => import('./data-commands.js');

type Command = <Spec extends ConfigSpec>(service: Service<Spec>, args: string[]) => Promise<void> | void;

const COMMANDS = new Map<string, Command>([
  ['', serve],
  ['migrate', async ({ row }) => print(await (await dataCommands()).migrateTables(row))],
  ['prepare-broker', async ({ row }) => print(await (await import('./prepare-command.js')).prepareCommand(row))],
  ['replay-events', async ({ row }, args) => (await dataCommands()).replayEvents(row, args)],
  ['config', ({ variables }) => print(`${JSON.stringify(configTable(variables), null, 2)}\n`)],
  ['--help', (service) => print(usage(service.row.name, ownCommands(service)))],
]);

/** Runs one command line of a service. Ends the process with a sentence when it fails: 1, or 64 for an unknown command. */
export async function runCommand<Spec extends ConfigSpec>(service: Service<Spec>, argv: string[]): Promise<void> {
  const { name } = service.row;
  const [word = '', ...args] = argv;
  const own = ownCommands(service);
  const command = COMMANDS.get(word) ?? commandOf(Object.hasOwn(own, word) ? own[word] : undefined);
  if (command === undefined) {
    process.stderr.write(`There is no command ${word}.\n\n${usage(name, own)}`);
    process.exit(64);
  }
  try {
    await command(service, args);
  } catch (error) {
    failStart(`${name} ${word}`.trimEnd(), error);
  }
}

const commandOf = (own: OwnCommand | undefined): Command | undefined =>
  own && (async ({ row }, args) => print(await (await dataCommands()).runOwn(row, own, args)));

function print(text: string): void {
  process.stdout.write(text);
}

async function serve<Spec extends ConfigSpec>({ definition, row, readConfig }: Service<Spec>): Promise<void> {
  const config = readConfig();
  const parts = await startParts(row.name, config);
  const running: RunningServer =
    'serve' in definition
      ? await definition.serve(parts, config)
      : await serveRpc(row.name, parts, await serviceModule(definition, row));
  parts.readiness.start(running);
  closeOnSignal(parts, () => running.close());
  parts.logger.info({ ...running.log, healthPort: config.HEALTH_PORT }, 'ready');
}
