import { closeOnSignal, failStart, serveRpc, startParts, type ConfigSpec } from '@questp/service';
import { configTable } from './config-table.js';
import type { OwnCommand, RunningServer, Service } from './define-service.js';
import { serviceModule } from './service-module.js';

const usage = <Spec extends ConfigSpec>({
  row: { name },
  definition,
}: Service<Spec>) => `node apps/${name}/bundle/main.js [command]

  (none)          runs the service until SIGTERM or SIGINT
  migrate         brings its tables up to date; one of several at a time, beside running replicas
  prepare-broker  makes what it needs in JetStream, or brings it up to date; beside running replicas
  replay-events   shows and sends again the events it could not apply; see replay-events --help
  config          prints every variable it reads, as JSON
${ownLines(definition.commands)}  --help          this text
`;

const ownLines = (commands: Record<string, OwnCommand> = {}) =>
  Object.entries(commands)
    .map(([word, { does }]) => `  ${word.padEnd(14)}  ${does}\n`)
    .join('');

/** Loaded by the commands that need it: a process without a database stays small. */
const dataCommands = () => import('./data-commands.js');

type Command = <Spec extends ConfigSpec>(service: Service<Spec>, args: string[]) => Promise<void> | void;

const COMMANDS = new Map<string, Command>([
  ['', serve],
  ['migrate', async ({ row }) => print(await (await dataCommands()).migrateTables(row))],
  ['prepare-broker', async ({ row }) => print(await (await import('./prepare-command.js')).prepareCommand(row))],
  ['replay-events', async ({ row }, args) => (await dataCommands()).replayEvents(row, args)],
  ['config', ({ variables }) => print(`${JSON.stringify(configTable(variables), null, 2)}\n`)],
  ['--help', (service) => print(usage(service))],
]);

/** Runs one command line of a service. Ends the process with a sentence when it fails: 1, or 64 for an unknown command. */
export async function runCommand<Spec extends ConfigSpec>(service: Service<Spec>, argv: string[]): Promise<void> {
  const { row, definition } = service;
  const [word = '', ...args] = argv;
  const own = definition.commands?.[word];
  const command = own ? () => print(own.print()) : COMMANDS.get(word);
  if (command === undefined) {
    process.stderr.write(`There is no command ${word}.\n\n${usage(service)}`);
    process.exit(64);
  }
  try {
    await command(service, args);
  } catch (error) {
    failStart(`${row.name} ${word}`.trimEnd(), error);
  }
}

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
