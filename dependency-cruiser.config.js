/**
 * The folders below `src/` of each project, from the ground up: a file imports from its own folder and from those named
 * before it. What lies in `src/` itself imports from all of them, and nothing imports it.
 * @type {Record<string, string[]>}
 */
export const WINGS = {
  'apps/identity': [
    'shared',
    'access',
    'audit',
    'security',
    'api-keys',
    'operators',
    'users',
    'sign-in-methods',
    'accounts',
  ],
  'apps/gateway': ['operations', 'http', 'requests', 'admission', 'live', 'routes', 'openapi'],
  'apps/notifier': ['shared', 'access', 'texts', 'mail', 'digests', 'notifications', 'operators'],
  'apps/exports': ['shared', 'manifests', 'csv', 'account'],
  'apps/escrow-ops': ['chain', 'pools', 'plans', 'distribution', 'operator'],
  'apps/integrations': [
    'outbound',
    'access',
    'description',
    'webhooks',
    'spend',
    'signing',
    'chains',
    'credentials',
    'escrow-keys',
    'oauth',
    'files',
    'connections',
    'facts',
    'health',
    'platforms',
  ],
  'apps/quests-verify': [
    'shared',
    'people',
    'catalog',
    'ledger',
    'standings',
    'verification',
    'task-types',
    'studio',
    'review',
    'discover',
    'accounts',
  ],
  'libs/messages': [
    'language',
    'access',
    'shared',
    'integrations',
    'quests',
    'identity',
    'notifier',
    'exports',
    'escrow',
    'gateway',
    'tables',
  ],
};

const upward = Object.entries(WINGS).flatMap(([project, wings]) =>
  wings.map((wing, index) => {
    const above = wings.slice(index + 1).map((name) => `${name}/`);
    return {
      name: `${project}/${wing} imports only what is below it`,
      severity: 'error',
      from: { path: `^${project}/src/${wing}/` },
      to: { path: `^${project}/src/(${[...above, '[^/]+$'].join('|')})` },
    };
  }),
);
const unlisted = Object.entries(WINGS).map(([project, wings]) => ({
  name: `${project}/src has the folders of dependency-cruiser.config.js`,
  severity: 'error',
  from: {},
  to: { path: `^${project}/src/(?!(${[...wings, 'generated', 'testing'].join('|')})/)[^/]+/` },
}));

export default {
  forbidden: [
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no circle of folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ...upward,
    ...unlisted,
  ],
  options: {
    exclude: { path: ['\\.spec\\.ts$', '\\.fixture\\.ts$', '/testing/', '/dist/', '/generated/', 'node_modules'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
  },
};
