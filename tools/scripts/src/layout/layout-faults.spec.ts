import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EXCEPTIONS, layoutFaults } from './layout-faults.js';

describe('the layout of the sources', () => {
  let root: string;
  const faultsOf = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return layoutFaults(root, {
      fixtures: { 'tools/stories/': 'tests' },
      beside: { 'tools/demo/src/pages.ts': 'old' },
    });
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'questp-layout-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([
    'apps/shop/src/carts/cart.fixture.ts',
    'apps/shop/src/carts/pay.fixture.mjs',
    'libs/csv/src/rows.fixture.ts',
  ])('refuses the fixture %s outside src/testing', (fixture) => {
    expect(faultsOf({ [fixture]: '' })).toEqual([`${fixture} is not in src/testing of its project, as fixtures are`]);
  });

  it('accepts fixtures in src/testing, and anywhere in a project that is listed', () => {
    expect(
      faultsOf({
        'apps/shop/src/testing/cart.fixture.ts': '',
        'apps/shop/src/testing/carts/cart.fixture.ts': '',
        'tools/stories/src/carts/cart.fixture.ts': '',
      }),
    ).toEqual([]);
  });

  it.each([
    ['in src/', 'tools/demo/src', '.js'],
    ['in a wing', 'apps/shop/src/carts', '.js'],
    ['of a contract', 'contracts/escrow/assembly', ''],
  ])('refuses a file %s that uses the folders beside it and is used by them', (_where, folder, extension) => {
    const context = {
      [`${folder}/context.ts`]: `import { Clock } from './clock/clock${extension}';\n`,
      [`${folder}/clock/clock.ts`]: '',
      [`${folder}/sending/send.ts`]: `import type { Context } from '../context${extension}';\n`,
    };
    expect(faultsOf(context)).toEqual([
      `${folder}/context.ts is used by ${folder}/sending/send.ts and uses ${folder}/clock/clock.ts: beside folders a file does one of both`,
    ]);
  });

  it('refuses a file beside folders that they use through another one', () => {
    expect(
      faultsOf({
        'tools/demo/src/report.ts': "import { calls } from './social/calls.js';\n",
        'tools/demo/src/print.ts': "import { report } from './report.js';\n",
        'tools/demo/src/social/calls.ts': '',
        'tools/demo/src/escrow/escrow.ts': "import { print } from '../print.js';\n",
      }),
    ).toEqual([
      'tools/demo/src/report.ts is used by tools/demo/src/print.ts and uses tools/demo/src/social/calls.ts: beside folders a file does one of both',
    ]);
  });

  it('accepts files beside folders that either use them or are used by them, and those that are listed', () => {
    expect(
      faultsOf({
        'tools/demo/src/main.ts': "import { calls } from './social/calls.js';\nimport { text } from './text.js';\n",
        'tools/demo/src/text.ts': '',
        'tools/demo/src/social/calls.ts': "import { text } from '../text.js';\n",
        'tools/demo/src/social/calls.spec.ts': "import { main } from '../main.js';\n",
        'tools/demo/src/testing/start.fixture.ts': "import { main } from '../main.js';\n",
        'tools/demo/src/pages.ts': "import { calls } from './social/calls.js';\n",
        'tools/demo/src/social/listed.ts': "import { pages } from '../pages.js';\n",
      }),
    ).toEqual([]);
  });

  it.each(Object.values(EXCEPTIONS).flatMap((paths) => Object.keys(paths)))('excepts %s, which exists', (path) => {
    expect(existsSync(resolve(import.meta.dirname, '../../../..', path))).toBe(true);
  });
});
