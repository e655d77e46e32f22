import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exitOf } from './command.js';
import { python } from './fetched.js';
import type { Effort, Part } from './part.js';
import { readReport, type Line, type Report } from './report.js';
import { DOCUMENT, type Target } from './target.js';

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** Operations of the document by path and method. */
type Paths = Record<string, Record<string, Operation>>;

const pathsOf = (): Paths => (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Paths }).paths;

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'response_headers_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/** Operations that are not called, and why. */
const LEFT_OUT: Record<string, string> = {
  signOut: 'ends the session that asks',
  endSession: 'ends the session that asks, whose id it has seen',
  deleteOwnAccount: 'ends the account that asks',
  adminSignOut: 'ends the session that asks',
  adminEndSession: 'ends the session that asks, whose id it has seen',
  adminSetSecuritySettings: 'asks every operator for a second factor, which this one has not',
};

interface Principal {
  name: string;
  title: string;
  /** Its token, the security scheme, and a path that always accepts it. */
  has?: { token: keyof Target['tokens']; scheme: string; own: (ids: Target['ids']) => string };
}

const PRINCIPALS: Principal[] = [
  {
    name: 'api-key',
    title: 'an API key',
    has: { token: 'apiKey', scheme: 'apiKey', own: ({ projectId }) => `/v1/projects/${projectId}` },
  },
  { name: 'no-token', title: 'an anonymous caller' },
  { name: 'user', title: 'a user', has: { token: 'user', scheme: 'user', own: () => '/v1/users/me' } },
  { name: 'operator', title: 'an operator', has: { token: 'operator', scheme: 'admin', own: () => '/v1/admin/me' } },
];

interface Run {
  operations: string[];
  phases: string;
}

/** Examples, values at the bounds of each schema, and random values. */
const ALL_PHASES = 'examples,coverage,fuzzing';

/** Operations that the principal calls: in all phases if it is admitted, only with the examples if it has no token. */
function runsOf({ has }: Principal): Run[] {
  const operations = Object.values(pathsOf()).flatMap((methods) => Object.values(methods));
  const ids = (some: Operation[]) => some.map(({ operationId }) => operationId);
  if (has === undefined) {
    const isOpen = ({ security = [] }: Operation) => security.some((schemes) => Object.keys(schemes).length === 0);
    return [
      { operations: ids(operations.filter(isOpen)), phases: ALL_PHASES },
      { operations: ids(operations.filter((one) => !isOpen(one))), phases: 'examples' },
    ];
  }
  const asked = operations
    .filter(({ security = [] }) => security.some((schemes) => has.scheme in schemes))
    .filter(({ operationId }) => !(operationId in LEFT_OUT))
    // An event stream does not end.
    .filter(({ responses }) => !('text/event-stream' in (responses['200']?.content ?? {})));
  return [{ operations: ids(asked), phases: ALL_PHASES }];
}

/** Paths where another method is not answered with 405, and why. */
const otherMethods = (paths: Paths): Record<string, string> => ({
  ...Object.fromEntries(
    Object.keys(paths).flatMap((path) => {
      const other = Object.keys(paths).find((pattern) => pattern !== path && takes(pattern, path));
      return other === undefined ? [] : [[path, `is ${other} as well`]];
    }),
  ),
  '/v1/auth/oauth/callback/{provider}': 'is longer than an address may be where its parameters are at their longest',
});

/** Whether `/users/{userId}` is the form of `/users/me`. */
function takes(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return wanted.length === parts.length && wanted.every((part, n) => part === parts[n] || part.startsWith('{'));
}

/** Most path parameters get the id of an existing resource. */
const configuration = (ids: Target['ids']): string =>
  [
    '[output]',
    'sanitization.enabled = false',
    '[checks]',
    'enabled = false',
    ...CHECKS.map((name) => `${name}.enabled = true`),
    ...Object.entries(ids).map(([name, value]) => `[dictionaries.${name}]\nvalues = ["${value}"]`),
    '[parameters]',
    ...Object.keys(ids).map((name) => `"path.${name}" = { dictionary = "${name}", probability = 0.8 }`),
    ...Object.entries(otherMethods(pathsOf())).map(
      ([path, why]) => `# ${why}\n[[operations]]\ninclude-path = "${path}"\nchecks.unsupported_method.enabled = false`,
    ),
  ].join('\n');

const partOf = (principal: Principal): Part => ({
  name: `schemathesis-${principal.name}`,
  title: `Schemathesis as ${principal.title}`,
  prepare: python,
  async run({ url, tokens, ids }, effort) {
    const { has } = principal;
    const authorization = has && `Bearer ${tokens[has.token]}`;
    const runs = runsOf(principal);
    const reports: Report[] = [];
    for (const run of runs) reports.push(await ask(run, { url, ids, effort, authorization }));
    const findings = reports.flatMap((report) => report.findings);
    if (has && authorization !== undefined) {
      const { status } = await fetch(url + has.own(ids), { headers: { authorization } });
      if (status !== 200) findings.push(`its token is answered ${status} at the end: an operation is to be left out`);
    }
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    const operations = sum(runs.map((run) => run.operations.length));
    const requests = sum(reports.map((report) => report.requests));
    const answered = sum(reports.map((report) => report.answered));
    return { summary: `${requests} requests to ${operations} operations, of which ${answered} answered 2xx`, findings };
  },
});

interface Asking {
  url: string;
  ids: Target['ids'];
  effort: Effort;
  authorization: string | undefined;
}

async function ask({ operations, phases }: Run, { url, ids, effort, authorization }: Asking): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'questp-schemathesis-'));
  try {
    const config = join(folder, 'schemathesis.toml');
    const events = join(folder, 'events.ndjson');
    await writeFile(config, configuration(ids));
    const { code, output } = await exitOf(
      'python3',
      [
        ...['-m', 'schemathesis.cli', '--config-file', config, 'run', DOCUMENT, '--url', url, '--no-color'],
        ...['--seed', String(effort.seed), '--max-examples', String(effort.examples)],
        ...['--continue-on-failure', '--phases', phases],
        ...['--report', 'ndjson', '--report-ndjson-path', events],
        ...(authorization === undefined ? [] : ['--header', `Authorization: ${authorization}`]),
        ...operations.flatMap((id) => ['--include-operation-id', id]),
      ],
      { env: await python(), cwd: folder, timeout: 3_600_000 },
    );
    const report = await readReport(linesOf(events));
    // It exits with an error both on findings and when it could not run.
    if (code !== 0 && report.findings.length === 0) report.findings.push(output.slice(-2_000));
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as Line;
}

/** Ordered so that principals whose requests affect others come last. */
export const SCHEMATHESIS: Part[] = PRINCIPALS.map(partOf);
