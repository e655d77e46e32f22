import { SERVICES } from '@questp/manifest';
import { CHECKS, DRAIN_SECONDS, EXIT_CODES, HEALTH_PATHS, PARTIAL_CHECKS, STOP_SECONDS } from '@questp/service';
import { migrateVariables, type VariableRow } from '@questp/service-kit';
import { composeServices, imageSettings, type ComposeService, type ImageSettings } from './compose-file.js';
import { GENERATED, table } from './page.js';
import { deployHelp, type ServiceProgram } from './service-program.js';

const PREPARE = 'prepare';
const TRIAL = 'trial';
const DEPLOY = 'deploy';
const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(', ');
/** Names of services, or `all`. */
const named = (services: readonly string[]) => (services.length === SERVICES.length ? 'all' : services.join(', '));

/**
 * docs/reference/containers.md: what an image needs, offers and does, from the manifest, the programs, docker/Dockerfile
 * and docker/compose.yaml.
 */
export async function containersPage(programs: readonly ServiceProgram[]): Promise<string> {
  const compose = await composeServices();
  const image = await imageSettings();
  const composeOf = (name: string): ComposeService => compose[name] ?? { image: '' };
  return `${GENERATED}

# Containers

The images of the platform: what each needs and offers. The [guide](../guides/containers.md) says how to run them, and [configuration.md](configuration.md) has every variable.

## Images

${imageTable(composeOf)}

- Every image runs as user ${code(image.user)}. The compose file runs it with a read-only root file system, without capabilities, and without new privileges.
- "Writable" are the paths that need a tmpfs or a volume, and the volumes of the compose file. Replicas of a service share its volume.
- Memory, CPUs and the stop time are those of the compose file, which does not run ${code(DEPLOY)}.
- The database role may have another name. The broker user is the name of the service; [nats-users.conf](../../docker/nats-users.conf) has its permissions.

## Ports

${portTable(programs, image)}

## Probes

At ${code('HEALTH_PORT')} of every service:

${table(
  ['Path', 'Answers'],
  Object.values(HEALTH_PATHS).map(({ path, answers }) => [code(path), answers]),
)}

${checkTable()}

A service checks once a second. After three failed rounds in a row it takes no more requests, and after the next successful one it takes them again, without a restart. ${code(PREPARE)} has no probes: it ends.

## Signals and exit codes

On SIGTERM or SIGINT:

1. ${code(HEALTH_PATHS.ready.path)} answers 503.
2. A service leaves its queue group, so that its other replicas get new requests, and finishes the requests and transfers that run. Those that still run after ${DRAIN_SECONDS} s are aborted; their transactions are rolled back.
3. The gateway ends live streams and sockets, whose clients connect again and continue after the last event they received, and answers the requests that run.
4. The process ends, after ${STOP_SECONDS} s at the latest.

A container that is killed loses nothing that was acknowledged. ${code(PREPARE)} ends at once; run it again.

${table(
  ['Exit code', 'Meaning'],
  Object.values(EXIT_CODES).map((exit) => [`${exit.code}`, exit.meaning]),
)}

## Commands

Arguments of the container, such as ${code('docker compose run --rm identity verify-audit')}:

${commandTable(programs)}

${code(PREPARE)} has no commands: it runs ${code('migrate')} and ${code('prepare-broker')} of every service, in the order of the table of images. It gives PostgreSQL and the broker a minute for each login; stderr names the service, the command and the connection that failed. ${code(DEPLOY)} has [one command](#the-image-deploy).

## Variables

Required variables, and those that an image or the compose file sets. A secret variable can be in a file that ${code('<VARIABLE>_FILE')} names. The compose file reads further variables of a service from ${code('docker/env/<service>.env')}.

${programs
  .map(
    ({ service, variables }) =>
      `### ${service}\n\n${variableTable(variables, composeOf(service), image)}\n\n[All variables](configuration.md#${service})`,
  )
  .join('\n\n')}

### ${PREPARE}

${variableTable(prepareVariables(programs), composeOf(PREPARE), image)}

### ${TRIAL}

Emulated platforms and a mail server that keeps every mail; never on a real host.

${table(
  ['Variable', 'In the compose file'],
  Object.entries(composeOf(TRIAL).environment ?? {}).map(([name, value]) => [code(name), code(`${name}=${value}`)]),
)}

## The image deploy

It deploys the contracts to a chain and runs apart from the platform; [Deploying from the image](../guides/contracts.md#deploying-from-the-image) has the steps. ${code('--help')} prints the options, which are the arguments of the container, and the variables:

\`\`\`
${await deployHelp()}
\`\`\`

It writes no file, and reads those that the options name: mount them, and let the user of the container read them. The Wasm is in the image, in ${code('/app/contracts/artifacts')}. The labels have its checksums:

${table(
  ['Label', 'SHA-256 of the Wasm'],
  image.checksums.map((row) => row.map(code)),
)}
`;
}

function imageTable(composeOf: (name: string) => ComposeService): string {
  const rows = SERVICES.map(({ name, schema, reads = [] }) => [
    name,
    schema === null ? 'none' : code(`questp_${schema}`),
    code(name),
    reads.join(', '),
    ...limitsOf(composeOf(name)),
  ]);
  const prepare = [PREPARE, `${code('questp')}, the owner`, code('migrator'), '', ...limitsOf(composeOf(PREPARE))];
  const trial = [TRIAL, 'none', 'none', '', ...limitsOf(composeOf(TRIAL))];
  const deploy = [DEPLOY, 'none', 'none', '', ...limitsOf(composeOf(DEPLOY))];
  return table(
    ['Image', 'Database role', 'Broker user', 'Reads views of', 'Writable', 'Memory', 'CPUs', 'Stop time'],
    [...rows, prepare, trial, deploy],
  );
}

const limitsOf = ({ tmpfs = [], volumes = [], deploy, stop_grace_period }: ComposeService): string[] => [
  codes([...tmpfs, ...volumes]),
  deploy?.resources.limits.memory ?? '',
  deploy?.resources.limits.cpus ?? '',
  stop_grace_period ?? '',
];

/** The variables that name a port, each with the services that have it. */
function portTable(programs: readonly ServiceProgram[], { variables: set }: ImageSettings): string {
  const ports = new Map<string, { row: VariableRow; services: string[] }>();
  for (const { service, variables } of programs) {
    for (const row of variables.filter(({ name }) => /(^|_)PORT$/.test(name))) {
      const services = [...(ports.get(row.name)?.services ?? []), service];
      ports.set(row.name, { row, services });
    }
  }
  return table(
    ['Variable', 'Port', 'Images', 'Meaning'],
    [...ports].map(([name, { row, services }]) => [
      code(name),
      set.get(name) ?? row.default ?? '',
      named(services),
      row.meaning,
    ]),
  );
}

function checkTable(): string {
  const rowsOf = (checks: Record<string, { needs: string; services?: readonly string[] }>, note: string) =>
    Object.entries(checks).map(([name, { needs, services }]) => [
      code(name),
      services === undefined ? 'all' : services.join(', '),
      `${needs}${note}`,
    ]);
  return table(
    ['Check', 'Images', 'Passes if'],
    [...rowsOf(CHECKS, ''), ...rowsOf(PARTIAL_CHECKS, '. Failing, it leaves the service ready')],
  );
}

/** Each command with the services that have it. */
function commandTable(programs: readonly ServiceProgram[]): string {
  const commands = new Map<string, { summary: string; services: string[] }>();
  for (const { service, commands: own } of programs) {
    for (const { name, summary } of own) {
      commands.set(name, { summary, services: [...(commands.get(name)?.services ?? []), service] });
    }
  }
  return table(
    ['Command', 'Images', 'What it does'],
    [...commands].map(([name, { summary, services }]) => [code(name), named(services), summary]),
  );
}

/** The variables of the migrator, and the address of the database of each service. */
function prepareVariables(programs: readonly ServiceProgram[]): VariableRow[] {
  const addresses = programs.flatMap(({ service, variables }) =>
    variables
      .filter(({ name }) => name === 'DATABASE_URL')
      .map((row) => ({ ...row, name: `${service.toUpperCase().replaceAll('-', '_')}_${row.name}` })),
  );
  return [...migrateVariables(), ...addresses];
}

function variableTable(variables: VariableRow[], { environment = {} }: ComposeService, image: ImageSettings): string {
  const rows = variables.flatMap(({ name, secret, default: given }) => {
    const wanted = secret ? `${name}_FILE` : name;
    const byCompose = environment[wanted];
    const byImage = image.variables.get(name);
    if (given !== null && byCompose === undefined && byImage === undefined) return [];
    return [
      [
        code(name),
        given === null ? 'required' : '',
        byImage ?? '',
        byCompose === undefined ? '' : code(`${wanted}=${byCompose}`),
      ],
    ];
  });
  return table(['Variable', '', 'In the image', 'In the compose file'], rows);
}
