import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { importClosure } from './import-closure.js';
import { lockedPackages, type PackageLock } from './locked-packages.js';

const WASM = ['contracts/factory/dist/factory.wasm', 'contracts/escrow/dist/escrow.wasm'];

/**
 * What modules read or start when they run, which no import shows: files, folders, and for a program's source all that
 * it imports in turn.
 */
export const BEYOND_IMPORTS: Record<string, readonly string[]> = {
  'tools/contracts/build/src/contract-wasm.ts': WASM,
  'tools/contracts/build/src/build-contract.ts': WASM,
  'tools/contracts/build/src/artifacts.ts': ['contracts/artifacts/factory.wasm', 'contracts/artifacts/escrow.wasm'],
  'apps/escrow-ops/src/plans/payout-plan.proof.spec.ts': [
    'contracts/artifacts/factory.wasm',
    'contracts/artifacts/escrow.wasm',
  ],
  'apps/escrow-ops/src/testing/node-chain.fixture.ts': [
    'contracts/artifacts/factory.wasm',
    'contracts/artifacts/escrow.wasm',
  ],
  'contracts/std/src/testing/module.fixture.ts': [
    'contracts/std/assembly',
    'contracts/std/test-modules',
    'contracts/std/example',
  ],
  'contracts/message-schema/src/testing/assembly-module.fixture.ts': [
    'contracts/message-schema/assembly',
    'contracts/std/assembly',
  ],
  'tools/contracts/chain/src/wasmd/pins.ts': ['tools/contracts/chain/wasmd'],
  'contracts/message-schema/src/schema-files.ts': ['contracts/message-schema/schema'],
  'tools/contracts/gas/src/parts.ts': ['contracts/std/assembly'],
  'tools/contracts/proof/src/scenario/hostile-wasm.ts': [
    'contracts/std/assembly',
    'contracts/std/test-modules/hostile',
  ],
  'tools/contracts/deploy/src/main.proof.spec.ts': [
    'tools/contracts/deploy/src/main.ts',
    'tools/contracts/deploy/factory.example.json',
  ],
  'tools/contracts/deploy/src/walk.proof.spec.ts': [
    'docs/guides/contracts.md',
    'tools/contracts/deploy/factory.walk.json',
    'tools/contracts/deploy/src/main.ts',
    'tools/contracts/deploy/src/contract/main.ts',
  ],
  'tools/e2e/src/verification/chain-transfer/chain-transfer.proof.spec.ts': [
    'apps/integrations/src/chains',
    'apps/quests-verify/src/verification/facts',
    'apps/quests-verify/src/task-types/chain',
    'apps/quests-verify/src/verification',
    'apps/quests-verify/src/task-types/chain/chain.task-types.ts',
    'libs/egress/src',
  ],
  'tools/e2e/src/containers/running-containers.fixture.ts': [
    ...['Dockerfile', 'close-database.sql', 'compose.yaml', 'health.mjs', 'nats.conf'].map((name) => `docker/${name}`),
    ...['container-secrets', 'image-files', 'images', 'left-out', 'programs', 'sbom', 'workspace'].map(
      (name) => `tools/scripts/${name}.mjs`,
    ),
    ...['libs/manifest/services.json', 'libs/manifest/node-flags.json', 'libs/bytes/src/reachable-address.ts'],
    ...['tools/e2e/containers', 'tools/e2e/podman-compose'],
  ],
  'tools/conformance/src/fetched.ts': [
    'docs/reference/openapi.json',
    'tools/conformance/browser',
    'tools/conformance/clients',
    'tools/conformance/packages',
    'tools/conformance/python',
    'tools/conformance/rulesets',
  ],
  'tools/conformance/src/pages.ts': [
    'libs/manifest/src/pages',
    'apps/gateway/src/openapi/docs-start.ts',
    'apps/gateway/src/openapi/error-docs.ts',
  ],
  'tools/conformance/src/verify-page.ts': ['libs/verify/page', 'libs/verify/src/page/main.ts'],
  'tools/local-stack/src/commands/every-command.proof.spec.ts': [
    ...['README.md', 'CONTRIBUTING.md', 'docs/guides/recipes.md'],
    ...['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json'],
    ...[
      'bundle',
      'bundle-main',
      'check',
      'compile',
      'ports',
      'test',
      'trace',
      'unchanged',
      'unfinished',
      'up',
      'workspace',
    ].map((name) => `tools/scripts/${name}.mjs`),
  ],
  'apps/integrations/src/testing/bucket.fixture.ts': [
    'prisma/migrations/integrations',
    'tools/local-stack/versitygw/go.mod',
  ],
};

/**
 * They start processes, skip what a machine cannot run, and run services or speak with them: what a proof shows does
 * not depend on them.
 */
const HARNESS = [
  ...['@questp/testing', '@questp/local-stack', '@questp/sdk', '@questp/messages/'],
  ...['@questp/players', '@questp/emulators'],
  ...['@questp/service', '@questp/service-kit', '@questp/service-kit/testing', '@questp/postgres'],
];

/** The module through which a suite gets a node of wasmd, or the contracts that come with it. */
export const NODE = 'tools/contracts/chain/src/wasmd/binary.ts';

/** The module through which a suite gets a bucket. */
export const BUCKET = 'apps/integrations/src/testing/bucket.fixture.ts';

export interface ProofInputs {
  /** SHA-256 in lowercase hex over all that the outcome can depend on. */
  readonly digest: string;
  /** Whether it takes a wasmd. */
  readonly needsNode: boolean;
  /** Whether it takes a versitygw. */
  readonly needsBucket: boolean;
}

/** What a proof depends on now: its own sources and all they import apart from the harness, packages by version,
 * and the contracts' Wasm. */
export function proofInputs(root: string, spec: string): ProofInputs {
  let entries: string[] = [spec];
  let closure = importClosure(root, entries, HARNESS);
  for (;;) {
    const more = beyond(closure.files).filter((file) => file.endsWith('.ts') && !entries.includes(file));
    if (more.length === 0) break;
    entries = [...entries, ...more];
    closure = importClosure(root, entries, HARNESS);
  }
  const files = new Set([...closure.files, ...beyond(closure.files).flatMap((path) => filesAt(root, path))]);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as PackageLock;
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    hash.update(
      `${file} ${createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex')}\n`,
    );
  }
  for (const one of lockedPackages(lock, closure.packages)) hash.update(`${one}\n`);
  return { digest: hash.digest('hex'), needsNode: files.has(NODE), needsBucket: files.has(BUCKET) };
}

const beyond = (files: readonly string[]) => files.flatMap((file) => BEYOND_IMPORTS[file] ?? []);

function filesAt(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
