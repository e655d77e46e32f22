import { SERVICES } from '@questp/manifest';
import { isPortTaken } from '@questp/testing';
import { SentenceError } from './sentence-error.js';

interface PortDefinition {
  /** The part that listens. */
  of: string;
  /** The variable that changes it. */
  variable: string;
  port: number;
}

const healthVariable = (service: string) => `QUESTP_${service.toUpperCase().replaceAll('-', '_')}_HEALTH_PORT`;

/** Every port of the local platform. */
const PORTS = new Map<string, PortDefinition>([
  ...SERVICES.flatMap(({ port }): [string, PortDefinition][] =>
    port === undefined ? [] : [['api', { of: 'the API', variable: 'PORT', port }]],
  ),
  ['postgres', { of: 'PostgreSQL', variable: 'QUESTP_POSTGRES_PORT', port: 54329 }],
  ['nats', { of: 'NATS', variable: 'QUESTP_NATS_PORT', port: 42229 }],
  ['smtp', { of: 'SMTP', variable: 'QUESTP_SMTP_PORT', port: 2529 }],
  ['mail', { of: 'the mail page', variable: 'QUESTP_MAIL_PORT', port: 8029 }],
  ['status', { of: 'the status page', variable: 'QUESTP_STATUS_PORT', port: 8039 }],
  ['emulators', { of: 'the emulated platforms', variable: 'QUESTP_EMULATORS_PORT', port: 4480 }],
  ['traces', { of: 'the collector of traces', variable: 'QUESTP_TRACES_PORT', port: 4329 }],
  ['chain-rpc', { of: "the chain's RPC", variable: 'QUESTP_CHAIN_RPC_PORT', port: 26657 }],
  ['chain-rest', { of: "the chain's REST API", variable: 'QUESTP_CHAIN_REST_PORT', port: 1317 }],
  ...SERVICES.map(({ name, healthPort }): [string, PortDefinition] => [
    name,
    { of: `health of ${name}`, variable: healthVariable(name), port: healthPort },
  ]),
]);

/**
 * `api`, `postgres`, `nats`, `smtp`, `mail`, `status`, `emulators`, `traces`, `chain-rpc`, `chain-rest`, or a service for
 * its health port.
 */
export type PortName = string;

/** The ports one run uses. */
export type Ports = (name: PortName) => number;

/** Throws a sentence for a value that is no port, and for one port given to two. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const ports = new Map<PortName, number>();
  for (const [name, definition] of PORTS) {
    const port = readPort(definition, env);
    const earlier = [...ports].find(([, other]) => other === port);
    if (earlier) throw new SentenceError(`Port ${port} is meant for both ${whose(earlier[0])} and ${whose(name)}.`);
    ports.set(name, port);
  }
  return (name) => known(ports, name);
}

function known<Value>(map: ReadonlyMap<PortName, Value>, name: PortName): Value {
  const value = map.get(name);
  if (value === undefined) throw new Error(`The local platform has no port ${name}`);
  return value;
}

function whose(name: PortName): string {
  const { of, variable } = known(PORTS, name);
  return `${of} (${variable})`;
}

function readPort({ variable, port }: PortDefinition, env: NodeJS.ProcessEnv): number {
  const text = env[variable];
  if (text === undefined || text === '') return port;
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
  throw new SentenceError(`${variable} must be a port from 1 to 65535.`);
}

/** The sentence about a port that another program holds. */
export function takenPortSentence(name: PortName, port: number): string {
  const { of, variable } = known(PORTS, name);
  return `Port ${port} of ${of} is taken by another program: stop that program, or choose a free port with ${variable}=<port>.`;
}

/** Throws a sentence per port that is taken. */
export async function requireFreePorts(ports: Ports, names: PortName[]): Promise<void> {
  const taken = await Promise.all(names.map((name) => isPortTaken(ports(name))));
  const sentences = names.filter((_, index) => taken[index]).map((name) => takenPortSentence(name, ports(name)));
  if (sentences.length > 0) throw new SentenceError(sentences.join('\n'));
}
