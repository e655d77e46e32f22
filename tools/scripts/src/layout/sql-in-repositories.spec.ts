import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const WORKSPACE = resolve(import.meta.dirname, '../../../..');

const CONFIGURATION = `
  import { sqlElsewhere } from '${WORKSPACE}/oxlint.sql.js';
  export default {
    categories: { correctness: 'off' },
    jsPlugins: ['${WORKSPACE}/oxlint.sql.js'],
    overrides: [sqlElsewhere],
  };
`;

const STATEMENT = 'export const count = (db) => db.query(sql`SELECT count(*) FROM carts`);\n';

it('refuses SQL outside repositories, except in tests and in the files that lint lists', () => {
  const root = mkdtempSync(join(tmpdir(), 'questp-sql-'));
  for (const [path, text] of Object.entries({
    'oxlint.config.mjs': CONFIGURATION,
    'apps/shop/src/carts/count-carts.ts': STATEMENT,
    'libs/carts/src/count.ts': STATEMENT,
    'apps/shop/src/carts/carts.repository.ts': STATEMENT,
    'apps/shop/src/carts/carts.spec.ts': STATEMENT,
    'apps/shop/src/testing/carts.fixture.ts': STATEMENT,
    'apps/shop/src/access/authorize.ts': STATEMENT,
    'apps/shop/src/carts/no-sql.ts': 'export const text = `SELECT`;\n',
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const oxlint = join(WORKSPACE, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(
    process.execPath,
    [oxlint, '--config=oxlint.config.mjs', '--format=json', 'apps', 'libs'],
    {
      cwd: root,
    },
  );
  const { diagnostics } = JSON.parse(stdout.toString()) as { diagnostics: { filename: string; message: string }[] };
  expect(diagnostics.map(({ filename }) => filename).sort()).toEqual([
    'apps/shop/src/carts/count-carts.ts',
    'libs/carts/src/count.ts',
  ]);
  expect(diagnostics[0]?.message).toBe('SQL stands in *.repository.ts; oxlint.sql.js has the exceptions.');
  rmSync(root, { recursive: true });
});
