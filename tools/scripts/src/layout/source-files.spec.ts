import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { partOf, sourceFiles } from './source-files.js';

it.each([
  ['apps/identity/src/users/read-user.ts', 'product'],
  ['contracts/escrow/assembly/phase.ts', 'product'],
  ['tools/demo/src/earner.ts', 'tools'],
  ['tools/scripts/check.mjs', 'tools'],
  ['apps/identity/src/users/read-user.spec.ts', 'tests'],
  ['apps/identity/src/users/read-user.proof.spec.ts', 'tests'],
  ['apps/identity/src/testing/identity.fixture.ts', 'tests'],
  ['apps/escrow-ops/src/testing/lane-process.fixture.mjs', 'tests'],
  ['libs/testing/src/test-nats.ts', 'tests'],
  ['libs/service-kit/src/testing/index.ts', 'tests'],
  ['libs/csv/jest.config.js', 'tests'],
  ['contracts/std/test-modules/json/assembly/index.ts', 'tests'],
  ['tools/e2e/src/journey/publish.part.ts', 'tests'],
  ['tools/e2e/src/support/platform.fixture.ts', 'tests'],
])('counts %s among the %s', (file, part) => {
  expect(partOf(file)).toBe(part);
});

it('finds what people wrote, and nothing that is installed, built or generated', () => {
  const root = mkdtempSync(join(tmpdir(), 'questp-sources-'));
  for (const path of [
    'apps/identity/src/main.ts',
    'apps/identity/src/generated/rows.ts',
    'apps/identity/dist/main.js',
    'apps/identity/bundle/main.js',
    'apps/identity/package.json',
    'contracts/escrow/assembly/index.ts',
    'libs/csv/node_modules/parser/index.js',
    'libs/csv/src/parser.d.ts',
    'libs/verify/src/bundle/bundle.ts',
    'tools/scripts/check.mjs',
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  expect(sourceFiles(root)).toEqual([
    'apps/identity/src/main.ts',
    'contracts/escrow/assembly/index.ts',
    'libs/verify/src/bundle/bundle.ts',
    'tools/scripts/check.mjs',
  ]);
  rmSync(root, { recursive: true });
});
