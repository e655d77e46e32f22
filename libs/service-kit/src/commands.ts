import { fileURLToPath } from 'node:url';
import {
  closeOnSignal,
  DATABASE_CONFIG,
  failStart,
  loadConfig,
  serveRpc,
  startParts,
  type ConfigSpec,
} from '@questp/service';
import { configTable } from './config-table.js';
import type { RunningServer, Service } from './define-service.js';
import { serviceModule } from './service-module.js';

const usage = (name: string) => `node apps/${name}/dist/main.js [command]

  (none)          runs the service until SIGTERM or SIGINT
  migrate         brings its tables up to date; one of several at a time, beside running replicas
  replay-events   shows and sends again the events it could not apply; see replay-events --help
  config          prints every variable it reads, as JSON
  --help          this text
`;

type Command = <Spec extends ConfigSpec>(service: Service<Spec>, args: string[]) => Promise<void> | void;

const COMMANDS = new Map<string, Command>([
  ['', serve],
  ['migrate', migrate],
  ['replay-events', replayEvents],
  ['config', ({ variables }) => print(`${JSON.stringify(configTable(variables), null, 2)}\n`)],
  ['--help', ({ row }) => print(usage(row.name))],
]);

/** Runs one command line of a service. Ends the process with a sentence when it fails: 1, or 64 for an unknown command. */
export async function runCommand<Spec extends ConfigSpec>(service: Service<Spec>, argv: string[]): Promise<void> {
  const { name } = service.row;
  const [word = '', ...args] = argv;
  const command = COMMANDS.get(word);
  if (command === undefined) {
    process.stderr.write(`There is no command ${word}.\n\n${usage(name)}`);
    process.exit(64);
  }
  try {
    await command(service, args);
  } catch (error) {
    failStart(`${name} ${word}`.trimEnd(), error);
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
  parts.health.markStarted();
  closeOnSignal(parts, () => running.close());
  parts.logger.info({ ...running.log, healthPort: config.HEALTH_PORT }, 'ready');
}

// What belongs to the database is loaded where there is one: a process without one stays small.

async function migrate<Spec extends ConfigSpec>({ row }: Service<Spec>): Promise<void> {
  const schema = schemaOf(row);
  const { migrate: bringUpToDate } = await import('@questp/postgres');
  const directory = fileURLToPath(new URL(`../../../prisma/migrations/${row.name}`, import.meta.url));
  const applied = await bringUpToDate(loadConfig(DATABASE_CONFIG).DATABASE_URL, schema, directory);
  process.stdout.write(`${row.name}: ${applied.length} migrations applied\n`);
}

async function replayEvents<Spec extends ConfigSpec>({ row }: Service<Spec>, args: string[]): Promise<void> {
  const { replayCommand } = await import('@questp/events');
  await replayCommand(row.name, schemaOf(row), args);
}

function schemaOf({ name, schema }: { name: string; schema: string | null }): string {
  if (schema === null) throw new Error(`${name} has no database`);
  return schema;
}
