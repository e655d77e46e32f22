import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { natsServers } from '@questp/broker';
import { FRONT_ENDS, type FrontEndVariable } from '@questp/manifest';
import {
  bool,
  cleanEnv,
  EnvMissingError,
  makeValidator,
  port,
  str,
  url,
  type CleanedEnvAccessors,
  type ValidatorSpec,
} from 'envalid';

export { bool, email, json, makeValidator, num, port, str, url } from 'envalid';

/** Marks a variable whose value must never be printed; docs/reference/configuration.md shows the mark. */
export const secret = <T>(variable: ValidatorSpec<T>) => ({ ...variable, secret: true as const });

const notEmpty = makeValidator((input: string) => {
  if (input === '') throw new Error('must not be empty');
  return input;
});

/** A secret text, which may be empty only when that is its default. */
export const secretStr = ({ desc, default: empty }: { desc: string; default?: '' }) =>
  secret(empty === undefined ? notEmpty({ desc }) : str({ desc, default: empty }));

/** An address with credentials. */
export const secretUrl = ({ desc }: { desc: string }) => secret(url({ desc }));

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const rsaKey = makeValidator((input: string) => {
  if (input !== '' && !isRsaKey(input)) throw new Error('must be a private RSA key');
  return input;
});

/** A private RSA key as PEM, or nothing. */
export const secretRsaKey = ({ desc }: { desc: string }) => secret(rsaKey({ desc, default: '' }));

/** An address, or nothing. */
const urlOrEmpty = makeValidator((input: string) => {
  if (input !== '' && !/^https?:$/.test(new URL(input).protocol)) throw new Error('must be an http(s) address');
  return input;
});

/** A whole number of at least 1. */
export const count = makeValidator((input: string) => {
  if (!/^[1-9][0-9]{0,8}$/.test(input)) throw new Error('must be a whole number of at least 1');
  return Number(input);
});

const itemsOf = (input: string): string[] =>
  input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A comma-separated list; empty items are dropped. */
export const list = makeValidator(itemsOf);

const natsUrl = makeValidator((input: string) => {
  natsServers(input);
  return input;
});

/** The address of a PostgreSQL database, with credentials. */
const postgresUrl = makeValidator((input: string) => {
  if (!URL.canParse(input) || !['postgres:', 'postgresql:'].includes(new URL(input).protocol)) {
    throw new Error('must be a postgresql URL');
  }
  return input;
});

export type ConfigSpec = Record<string, ValidatorSpec<unknown> & { secret?: true }>;

/** What `loadConfig` reads for a specification. */
export type ConfigOf<S> = Readonly<{ [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never }>;

const isWeb = ({ protocol, username, password }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && username === '' && password === '';

/** An http or https address without credentials. */
export const webUrl = makeValidator((input: string) => {
  if (!URL.canParse(input) || !isWeb(new URL(input))) throw new Error('must be an http or https URL');
  return input;
});

/** The address of an app for browsers with its one default; `use` says what the service does with it. */
export const frontEndUrl = (variable: FrontEndVariable, use: string) =>
  webUrl({ desc: `Address of the ${FRONT_ENDS[variable].name}, ${use}`, default: FRONT_ENDS[variable].address });

/** As browsers send it (RFC 6454, 6.2): lower case, no default port, no slash. Anything beyond an origin is refused. */
function originOf(input: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (url === undefined || !isWeb(url) || input.includes('?') || input.includes('#') || url.pathname !== '/') {
    throw new Error('must be an origin');
  }
  return url.origin;
}

/** A comma-separated list of origins of browsers. */
export const origins = makeValidator((input: string) => itemsOf(input).map(originOf));

/** One origin, or nothing. */
export const originOrEmpty = makeValidator((input: string) => (input === '' ? '' : originOf(input)));

/** Variables every service reads. */
export const COMMON_CONFIG = {
  NATS_URL: secret(
    natsUrl({
      desc: 'NATS servers, comma-separated, nats://<user>:<password>@<host>:<port> as this service; tls:// for encrypted ones',
      default: 'nats://127.0.0.1:4222',
    }),
  ),
  HEALTH_PORT: port({ desc: 'Internal port of /health/live, /health/ready and /metrics' }),
  INTERNAL_HOST: str({
    desc: 'Address of HEALTH_PORT; must not be publicly reachable',
    default: '127.0.0.1',
  }),
  LOG_LEVEL: str({
    desc: 'Lowest level that is logged',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
  }),
  FAILPOINTS: str({
    desc: 'Test only: comma-separated failpoints that kill the process; needs FAILPOINTS_ENABLED=true',
    default: '',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(
    urlOrEmpty({
      desc: 'OpenTelemetry collector that takes traces as OTLP over HTTP with JSON, without /v1/traces; no traces when empty. With it the other OTEL_* variables of the SDK hold, such as OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS',
      default: '',
    }),
  ),
  CHECK_REPLIES: bool({
    desc: 'Test only: a reply that does not match its class is answered as INTERNAL',
    default: false,
  }),
} as const;

export const DATABASE_CONFIG = {
  DATABASE_URL: secret(postgresUrl({ desc: 'postgresql:// of PostgreSQL 15 or later, as the role of this service' })),
  DATABASE_POOL_SIZE: count({ desc: 'Connections of this process', default: 10 }),
} as const;

/** Variables of the commands migrate and prepare-broker alone. */
export const MIGRATE_CONFIG = {
  MIGRATE_DATABASE_URL: secret(
    postgresUrl({
      desc: 'migrate: PostgreSQL as the role that owns the tables; the role in DATABASE_URL gets its rights on them',
    }),
  ),
  MIGRATE_NATS_URL: secret(natsUrl({ desc: 'prepare-broker: NATS_URL with the user migrator, who makes streams' })),
} as const;

/**
 * The environment with the secret variables that files hold, each named by <VARIABLE>_FILE, without the line break at
 * the end of the file. An empty name is none.
 */
function withSecretFiles(spec: ConfigSpec, env: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const values = { ...env };
  for (const [name, { secret }] of Object.entries(spec)) {
    const file = env[`${name}_FILE`];
    if (!secret || !file) continue;
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set`);
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push(`${name}_FILE cannot be read`);
    }
  }
  return values;
}

/**
 * Reads a service's configuration once. Throws one error that lists every missing or bad variable by name,
 * never its value.
 */
export function loadConfig<S extends ConfigSpec>(spec: S, env: NodeJS.ProcessEnv = process.env): ConfigOf<S> {
  const problems: string[] = [];
  const values = cleanEnv(withSecretFiles(spec, env, problems), spec, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) {
        const reason = error instanceof EnvMissingError ? 'is missing' : 'is not valid';
        problems.push(`${name} ${reason} (${spec[name]?.desc ?? ''})`);
      }
    },
  });
  if (problems.length > 0) throw new Error(`Configuration:\n  ${problems.join('\n  ')}`);
  return { ...(values as ConfigOf<S> & CleanedEnvAccessors) };
}
