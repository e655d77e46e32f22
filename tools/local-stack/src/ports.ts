import { isPortTaken, type ServiceName } from '@questp/testing';
import { SentenceError } from './sentence-error.js';

/** Every port of the local platform: who listens, the variable that changes it, and its default. */
export const PORTS = {
  api: { of: 'the API', variable: 'PORT', port: 3000 },
  postgres: { of: 'PostgreSQL', variable: 'QUESTP_POSTGRES_PORT', port: 54329 },
  nats: { of: 'NATS', variable: 'QUESTP_NATS_PORT', port: 42229 },
  smtp: { of: 'SMTP', variable: 'QUESTP_SMTP_PORT', port: 2529 },
  mail: { of: 'the mail page', variable: 'QUESTP_MAIL_PORT', port: 8029 },
  gateway: { of: 'health of gateway', variable: 'QUESTP_GATEWAY_HEALTH_PORT', port: 9460 },
  identity: { of: 'health of identity', variable: 'QUESTP_IDENTITY_HEALTH_PORT', port: 9461 },
  'quests-verify': { of: 'health of quests-verify', variable: 'QUESTP_QUESTS_VERIFY_HEALTH_PORT', port: 9462 },
  notifier: { of: 'health of notifier', variable: 'QUESTP_NOTIFIER_HEALTH_PORT', port: 9463 },
} as const satisfies Record<ServiceName | 'api' | 'postgres' | 'nats' | 'smtp' | 'mail', PortDefinition>;

export interface PortDefinition {
  of: string;
  variable: string;
  port: number;
}

export type PortName = keyof typeof PORTS;
export type Ports = Record<PortName, number>;

/** The ports this run uses. Throws a sentence for a value that is no port, and for one port given to two. */
export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const names = Object.keys(PORTS) as PortName[];
  const ports = Object.fromEntries(names.map((name) => [name, readPort(PORTS[name], env)])) as Ports;
  for (const [index, name] of names.entries()) {
    const earlier = names.slice(0, index).find((other) => ports[other] === ports[name]);
    if (earlier) {
      throw new SentenceError(
        `Port ${ports[name]} is meant for both ${PORTS[earlier].of} (${PORTS[earlier].variable}) and ${PORTS[name].of} (${PORTS[name].variable}).`,
      );
    }
  }
  return ports;
}

function readPort({ variable, port }: PortDefinition, env: NodeJS.ProcessEnv): number {
  const text = env[variable];
  if (text === undefined || text === '') return port;
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
  throw new SentenceError(`${variable} must be a port from 1 to 65535.`);
}

/** The sentence about a port that another program holds. */
export function takenPortSentence(name: PortName, port: number): string {
  const { of, variable } = PORTS[name];
  return `Port ${port} of ${of} is taken by another program: stop that program, or choose a free port with ${variable}=<port>.`;
}

/** Throws a sentence per port that is taken. */
export async function requireFreePorts(ports: Ports, names: PortName[]): Promise<void> {
  const taken = await Promise.all(names.map((name) => isPortTaken(ports[name])));
  const sentences = names.filter((_, index) => taken[index]).map((name) => takenPortSentence(name, ports[name]));
  if (sentences.length > 0) throw new SentenceError(sentences.join('\n'));
}
