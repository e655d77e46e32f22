import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const WORKSPACE = resolve(import.meta.dirname, '../../../..');
const SHOP = 'apps/shop/src';
const CSV = 'libs/csv/src';

/** Projects with two folders each. Of their imports the lines with a comment are refused. */
const FILES: Record<string, string> = {
  'tsconfig.base.json': '{}',
  'apps/shop/package.json': '{}',
  'apps/shop/README.md':
    '# shop\n\n| Wing, from the ground up |\n| --- |\n| `carts`, `payments` |\n\n| Other |\n| --- |\n| `unlisted` |\n',
  [`${SHOP}/service.ts`]: `
    import './carts/wing.js';
    import './testing/shop.fixture.js'; // only by tests`,
  [`${SHOP}/carts/wing.ts`]: "import './cart.js';",
  [`${SHOP}/carts/cart.ts`]: `
    import type { Shop } from '../shop.js'; // not from beside the wings of a service
    import type { Pay } from '../payments/pay.js'; // not from above`,
  [`${SHOP}/payments/wing.ts`]: "import './pay.js';",
  [`${SHOP}/payments/pay.ts`]: "import type { Clock } from '../carts/clock.js';",
  [`${SHOP}/shop.ts`]: '',
  [`${SHOP}/carts/clock.ts`]: '',
  [`${SHOP}/testing/shop.fixture.ts`]: `
    import '../payments/pay.js';
    import type { Staff } from './staff.fixture.js'; // no circle`,
  [`${SHOP}/testing/staff.fixture.ts`]: "import './shop.fixture.js';",
  'libs/csv/package.json': '{}',
  'libs/csv/README.md': '| Folder, from the ground up |\n| --- |\n| `src/cells/` |\n| `src/tables/` |\n',
  [`${CSV}/cells/cell.ts`]: "import '../text.js';\nimport '../tables/table.js'; // not from above",
  [`${CSV}/tables/table.ts`]: "import './row.js';\nimport '../text.js';",
  [`${CSV}/tables/row.ts`]: '',
  [`${CSV}/text.ts`]: '',
};

describe('the order of imports', () => {
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const cruise = () => {
    const depcruise = join(WORKSPACE, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = join(WORKSPACE, 'dependency-cruiser.config.js');
    const { stdout, stderr } = spawnSync(process.execPath, [depcruise, '--config', config, 'apps', 'libs'], {
      cwd: root,
    });
    return `${stdout.toString()}${stderr.toString()}`;
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'questp-imports-'));
    for (const [path, text] of Object.entries(FILES)) write(path, text);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('refuses imports from folders above, of fixtures outside tests, circles of fixtures, and a wing that no service lists', () => {
    const refused = cruise().matchAll(/error (.*)/g);
    expect([...refused].map(([, violation]) => violation).sort()).toEqual([
      `${SHOP}/carts imports only what is below it: ${SHOP}/carts/cart.ts → ${SHOP}/payments/pay.ts`,
      `${SHOP}/carts imports only what is below it: ${SHOP}/carts/cart.ts → ${SHOP}/shop.ts`,
      `each wing.ts is in the list of its service: ${SHOP}/payments/wing.ts`,
      `${CSV}/cells imports only what is below it: ${CSV}/cells/cell.ts → ${CSV}/tables/table.ts`,
      expect.stringMatching(/^no circle of files: /),
      expect.stringMatching(/^no circle of folders: /),
      expect.stringMatching(/^no circle of folders: /),
      `src/testing is for tests: ${SHOP}/service.ts → ${SHOP}/testing/shop.fixture.ts`,
    ]);
  });

  it('refuses a folder that the README of its project does not list', () => {
    write(`${SHOP}/unlisted/list.ts`, '');
    expect(cruise()).toContain(`apps/shop/README.md: its table "from the ground up" does not list ${SHOP}/unlisted`);
  });
});
