/** Parts of the tests, which the product does without. */
const FOR_TESTS = [
  '@questp/testing',
  '@questp/emulators',
  '@questp/contract-host',
  '@questp/contract-proof',
  'fast-check',
];

/**
 * Outbound calls of the product go through libs/egress, where libraries get `egressFetch` as their `fetch`. Whatever
 * else could open a connection is refused, and so is JSON.parse, which bounds nothing of what comes from outside. This
 * list has the exceptions; `parses`: JSON of this platform itself.
 */
const MAY = [
  { files: ['libs/egress/src/**'], modules: ['undici'] },
  // Our own infrastructure.
  { files: ['libs/postgres/src/**'], modules: ['pg'], parses: true },
  { files: ['libs/bytes/src/bytes-client.ts'], modules: ['node:http'] },
  {
    files: ['libs/broker/src/**', 'libs/service/src/**', 'libs/events/src/**'],
    modules: ['@nats-io/transport-node'],
    parses: true,
  },
  {
    files: ['libs/service/src/open-telemetry.ts'],
    modules: ['@opentelemetry/exporter-trace-otlp-http'],
  },
  { files: ['apps/gateway/src/admission/rate-limits/**'], modules: ['@nats-io/transport-node'] },
  { files: ['apps/notifier/src/mail/mail-transport.ts'], modules: ['nodemailer'] },
  // Its requests go through egressFetch.
  { files: ['apps/escrow-ops/src/chain/nodes/rpc-node.ts'], modules: ['@cosmjs/tendermint-rpc'] },
  // Run by people and by other programs, not by the services.
  { files: ['libs/verify/src/node/fetch-json.ts', 'libs/verify/src/page/unreadable-node.ts'], globals: ['fetch'] },
  { files: ['libs/escrow-client/src/cosmjs/**'], modules: ['@cosmjs/cosmwasm-stargate'] },
  {
    files: ['libs/sdk/src/**'],
    modules: ['openapi-fetch', 'socket.io-client'],
    globals: ['fetch'],
    parses: true,
  },
  { files: ['libs/service-kit/src/testing/**'], modules: FOR_TESTS, parses: true },
  { files: ['libs/{messages,verify}/src/testing/**'], parses: true },
  {
    files: ['libs/testing/src/**'],
    modules: ['node:net', 'pg', '@nats-io/transport-node'],
    globals: ['fetch'],
    parses: true,
  },
  // Answers of services, which the gateway passes on.
  {
    files: ['conditional', 'log-entry', 'document', 'mount', 'send-file', 'take-upload'].map(
      (name) => `apps/gateway/src/**/${name}.ts`,
    ),
    parses: true,
  },
  { files: ['libs/bytes/src/refusal.ts', 'libs/messages/src/access/caller.ts'], parses: true },
  // What it kept itself.
  { files: ['apps/integrations/src/facts/share-answers.ts'], parses: true },
  // Files of the repository, and what operators configure.
  {
    files: ['libs/manifest/src/**', 'apps/escrow-ops/src/chain/contracts/answer-validators.ts'],
    parses: true,
  },
  { files: ['apps/integrations/src/chains/records/configured-chains.ts'], parses: true },
  // Tickets are short, and are the same when they are written again.
  { files: ['libs/escrow-client/src/read-ticket.ts'], parses: true },
  { files: ['libs/messages/src/language/parse-json.ts'], parses: true },
];

/** Modules of Node, and the names of theirs that open nothing to the outside: servers and their requests, tables, checks of text. */
const NODE_MODULES = {
  http: ['createServer', 'IncomingMessage', 'STATUS_CODES'],
  https: ['createServer'],
  http2: ['createServer', 'createSecureServer'],
  net: ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList'],
  tls: ['createServer'],
  dgram: [],
};

const PACKAGES = [
  ...['undici', 'axios', 'got', 'node-fetch', 'cross-fetch', 'ky', 'needle', 'superagent', 'request', 'openapi-fetch'],
  ...['ws', 'socket.io-client', 'eventsource', 'pg', 'postgres', 'redis', 'ioredis', 'nodemailer'],
  ...[
    '@nats-io/transport-node',
    '@opentelemetry/exporter-trace-otlp-http',
    '@cosmjs/cosmwasm-stargate',
    '@cosmjs/stargate',
    '@cosmjs/tendermint-rpc',
  ],
];

const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

const WHY = 'Outbound calls go through @questp/egress; libraries get its egressFetch (oxlint.ways-out.js).';
const WHY_NO_PARSE =
  'JSON from outside is parsed by parseJson of @questp/messages/language, which bounds its levels (oxlint.ways-out.js).';

/** @param {{ modules?: string[], globals?: string[], parses?: boolean }} allowed */
function rules({ modules = [], globals = [], parses = false }) {
  const nodeModules = Object.entries(NODE_MODULES).flatMap(([name, allowImportNames]) =>
    [`node:${name}`, name].map((module) => ({
      name: module,
      ...(allowImportNames.length > 0 && { allowImportNames }),
    })),
  );
  const isRefused = (/** @type {{ name: string }} */ { name }) => !modules.includes(name);
  const paths = [...nodeModules, ...PACKAGES.map((name) => ({ name }))].filter(isRefused);
  const forTests = FOR_TESTS.map((name) => ({ name, message: 'Only tests use it.' })).filter(isRefused);
  const refused = GLOBALS.filter((name) => !globals.includes(name));
  const names = paths.map(({ name }) => name.replaceAll('/', '\\u002F')).join('|');
  return {
    'no-restricted-imports': [
      'error',
      {
        paths: [...paths.map((path) => ({ ...path, message: WHY, allowTypeImports: true })), ...forTests],
      },
    ],
    'no-restricted-globals': ['error', ...refused.map((name) => ({ name, message: WHY }))],
    'no-restricted-properties': [
      'error',
      ...refused.map((property) => ({ object: 'globalThis', property, message: WHY })),
      { object: 'process', property: 'getBuiltinModule', message: WHY },
      ...(parses ? [] : [{ object: 'JSON', property: 'parse', message: WHY_NO_PARSE }]),
    ],
    'eslint-js/no-restricted-syntax': [
      'error',
      { selector: `ImportExpression[source.value=/^(${names})$/]`, message: WHY },
    ],
  };
}

const tests = ['**/*.spec.ts', '**/*.fixture.ts'];

/** Configuration of the linter; what comes later counts. */
export const waysOut = [
  { files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'], excludeFiles: tests, rules: rules({}) },
  ...MAY.map(({ files, ...allowed }) => ({
    files,
    excludeFiles: tests,
    rules: rules(allowed),
  })),
];
