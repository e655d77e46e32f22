import { createServer } from 'node:net';
import { services } from './workspace.mjs';

/**
 * @typedef {object} Port
 * @property {string} of The part that listens.
 * @property {string} variable The variable that changes it.
 * @property {number} port Its default.
 * @property {(keyof NodeJS.ProcessEnv)} [instead] The variable that names another server, so that nothing listens here.
 * @property {'emulators' | 'chain'} [option] Without this option nothing listens here.
 */

const healthVariable = (/** @type {string} */ service) =>
  `QUESTP_${service.toUpperCase().replaceAll('-', '_')}_HEALTH_PORT`;

/**
 * Every port of the local platform, by name.
 * @type {Record<string, Port>}
 */
export const PORTS = {
  api: { of: 'the API', variable: 'PORT', port: services.find(({ port }) => port)?.port ?? 3000 },
  postgres: { of: 'PostgreSQL', variable: 'QUESTP_POSTGRES_PORT', port: 54_329, instead: 'DATABASE_URL' },
  nats: { of: 'NATS', variable: 'QUESTP_NATS_PORT', port: 42_229, instead: 'NATS_URL' },
  smtp: { of: 'SMTP', variable: 'QUESTP_SMTP_PORT', port: 2529, instead: 'SMTP_URL' },
  mail: { of: 'the mail page', variable: 'QUESTP_MAIL_PORT', port: 8029, instead: 'SMTP_URL' },
  status: { of: 'the status page', variable: 'QUESTP_STATUS_PORT', port: 8039 },
  emulators: { of: 'the emulated platforms', variable: 'QUESTP_EMULATORS_PORT', port: 4480, option: 'emulators' },
  traces: {
    of: 'the collector of traces',
    variable: 'QUESTP_TRACES_PORT',
    port: 4329,
    instead: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  'chain-rpc': { of: "the chain's RPC", variable: 'QUESTP_CHAIN_RPC_PORT', port: 26_657, option: 'chain' },
  'chain-rest': { of: "the chain's REST API", variable: 'QUESTP_CHAIN_REST_PORT', port: 1317, option: 'chain' },
  ...Object.fromEntries(
    services.map(({ name, healthPort }) => [
      name,
      { of: `health of ${name}`, variable: healthVariable(name), port: healthPort },
    ]),
  ),
};

/** A sentence about ports. */
export class PortError extends Error {}

/**
 * The port of each name.
 * @param {NodeJS.ProcessEnv} env
 * @returns {(name: string) => number}
 * @throws PortError for a value that is no port, and for one port given to two
 */
export function readPorts(env) {
  /** @type {Map<string, number>} */
  const ports = new Map();
  for (const [name, { of, variable, port: byDefault }] of Object.entries(PORTS)) {
    const text = env[variable] || String(byDefault);
    const port = Number(text);
    if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
      throw new PortError(`${variable} must be a port from 1 to 65535.`);
    const earlier = [...ports].find(([, other]) => other === port)?.[0];
    const other = earlier === undefined ? undefined : PORTS[earlier];
    if (other)
      throw new PortError(`Port ${port} is meant for both ${other.of} (${other.variable}) and ${of} (${variable}).`);
    ports.set(name, port);
  }
  return (name) => {
    const port = ports.get(name);
    if (port === undefined) throw new Error(`The local platform has no port ${name}`);
    return port;
  };
}

/**
 * A sentence for each port that another program holds.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ emulators: boolean, chain: boolean }} options
 * @returns {Promise<string[]>}
 * @throws PortError as readPorts
 */
export async function takenPorts(env, options) {
  const ports = readPorts(env);
  const used = Object.entries(PORTS).filter(
    ([, { instead, option }]) => !(instead && env[instead]) && !(option && !options[option]),
  );
  const taken = await Promise.all(used.map(([name]) => isTaken(ports(name))));
  return used
    .filter((_, index) => taken[index])
    .map(
      ([name, { of, variable }]) =>
        `Port ${ports(name)} of ${of} is taken by another program: stop that program, or choose a free port with ${variable}=<port>.`,
    );
}

/** Whether the port of 127.0.0.1 is in use or not permitted. */
async function isTaken(/** @type {number} */ port) {
  const server = createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => server.close(resolve));
  return !isFree;
}
