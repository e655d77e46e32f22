import { FRONT_ENDS, type FrontEndVariable } from '@questp/manifest';
import { chainRows } from '../processes/chain-rows.js';
import type { Stack } from '../processes/stack-file.js';

/** Text to print when the platform is ready; addresses and passwords that were given in `env` are not repeated. */
export function summary(stack: Stack, local: string, milliseconds: number, env: NodeJS.ProcessEnv): string {
  const admin = env['BOOTSTRAP_ADMIN_PASSWORD']
    ? 'as given in BOOTSTRAP_ADMIN_PASSWORD, until the first sign-in changes it'
    : stack.admin.password;
  const unlessGiven = (variable: string, value: string) => (env[variable] ? `as given in ${variable}` : value);
  const rows: [string, string][] = [
    ['API', stack.apiUrl],
    ['API docs', stack.docsUrl],
    ['Status', stack.statusUrl],
    ['Mails', stack.mailUrl ? `${stack.mailUrl}  ${stack.mailUrl}/templates` : 'sent by the server in SMTP_URL'],
    ...(stack.emulatorsUrl ? ([['Platforms', `emulated at ${stack.emulatorsUrl}`]] satisfies [string, string][]) : []),
    ...(stack.chain ? chainRows(stack.chain) : []),
    [
      'Traces',
      stack.tracesUrl ? 'npm run trace -- <request-id>' : 'sent to the collector in OTEL_EXPORTER_OTLP_ENDPOINT',
    ],
    ['Admin', `${stack.admin.email}  ${admin}`],
    ...frontEnds(stack, env),
    ['PostgreSQL', unlessGiven('DATABASE_URL', stack.databaseUrl)],
    ['NATS', unlessGiven('NATS_URL', stack.natsUrl)],
    ...stack.services.map(({ name, healthUrl }): [string, string] => [
      name,
      `${healthUrl}/health/ready  ${healthUrl}/metrics`,
    ]),
    ['Data, logs', local],
  ];
  return [
    '',
    `The platform is ready (${(milliseconds / 1000).toFixed(1)} s).`,
    '',
    ...rows.map(([label, value]) => `  ${label.padEnd(14)}${value}`),
    '',
    'Ctrl-C stops it; the data stays. npm run up -- --reset starts with none.',
  ].join('\n');
}

/** Addresses of the apps that were given: nothing of this repository is at those by default. */
const frontEnds = ({ frontEnds: addresses }: Stack, env: NodeJS.ProcessEnv): [string, string][] =>
  (Object.keys(FRONT_ENDS) as FrontEndVariable[])
    .filter((variable) => env[variable])
    .map((variable) => [FRONT_ENDS[variable].name, `${addresses[variable]}  (${variable})`]);
