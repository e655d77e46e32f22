import { closeOnSignal, EXIT_CODES, failStart, serveRpc, startParts, type ConfigSpec } from '@questp/service';
import { configTable } from './config-table.js';
import type { OwnCommand, RunningServer, Service } from './service-definition.js';
import { serviceModule } from './service-module.js';

/** Loaded by the commands that need it: a process without a database stays small. */
const dataCommands = () => import('./data-commands.js');

interface Command {
  /** Its line of the help. */
  summary: string;
  run: <Spec extends ConfigSpec>(service: Service<Spec>, args: string[]) => Promise<void> | void;
}

/** Of services with a schema. */
const DATA_COMMANDS: Readonly<Record<string, Command>> = {
  migrate: {
    summary: 'brings its tables up to date; one of several at a time, beside running replicas',
    run: async ({ row }) => print(await (await dataCommands()).migrateTables(row)),
  },
  'replay-events': {
    summary: 'shows and sends again the events it could not apply; see replay-events --help',
    run: async ({ row }, args) => (await dataCommands()).replayEvents(row, args),
  },
};

const COMMANDS: Readonly<Record<string, Command>> = {
  'prepare-broker': {
    summary: 'makes what it needs in JetStream, or brings it up to date; beside running replicas',
    run: async ({ row }) => print(await (await import('./prepare-command.js')).prepareCommand(row)),
  },
  config: {
    summary: 'prints every variable it reads, as JSON',
    run: ({ variables }) => print(`${JSON.stringify(configTable(variables), null, 2)}\n`),
  },
  '--help': { summary: 'this text', run: (service) => print(usage(service)) },
};

function commandsOf<Spec extends ConfigSpec>({ definition, row }: Service<Spec>): ReadonlyMap<string, Command> {
  const own = ('commands' in definition && definition.commands) || {};
  return new Map([
    ...(row.schema === null ? [] : Object.entries(DATA_COMMANDS)),
    ...Object.entries(own).map(([word, command]): [string, Command] => [word, commandOf(command)]),
    ...Object.entries(COMMANDS),
  ]);
}

const commandOf = (own: OwnCommand): Command => ({
  summary: own.summary,
  run: async ({ row }, args) => print(await (await dataCommands()).runOwn(row, own, args)),
});

function usage<Spec extends ConfigSpec>(service: Service<Spec>): string {
  const rows = [
    ['(none)', 'runs the service until SIGTERM or SIGINT'],
    ...[...commandsOf(service)].map(([word, { summary }]) => [word, summary]),
  ];
  const width = Math.max(...rows.map(([word = '']) => word.length)) + 2;
  return `node apps/${service.row.name}/bundle/main.js [command]

${rows.map(([word = '', summary]) => `  ${word.padEnd(width)}${summary}\n`).join('')}`;
}

/** Runs one command line of a service. Ends the process with a sentence and one of EXIT_CODES when it fails. */
export async function runCommand<Spec extends ConfigSpec>(service: Service<Spec>, argv: string[]): Promise<void> {
  const [word, ...args] = argv;
  const run = word === undefined ? serve : commandsOf(service).get(word)?.run;
  if (run === undefined) {
    process.stderr.write(`There is no command ${word}.\n\n${usage(service)}`);
    process.exit(EXIT_CODES.unknownCommand.code);
  }
  try {
    await run(service, args);
  } catch (error) {
    failStart([service.row.name, ...argv.slice(0, 1)].join(' '), error);
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
