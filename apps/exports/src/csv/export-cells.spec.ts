import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from '@questp/postgres';
import { exportedText } from '@questp/sdk';
import fc from 'fast-check';
import { started } from '@questp/testing';
import { CAMPAIGN, cellsOf, PROJECT, QUEST, startExports } from '../testing/exports.fixture.js';

describe('an export', () => {
  const stage = started(startExports);
  beforeEach(() => stage.clear());

  it('A-80 turns no cell into a formula, and keeps every other text as it is', async () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t1',
      '\r1',
      '\n1',
      '＝1',
      '＋1',
      '－1',
      '＠A',
      '﹦1',
      '﹢1',
      '﹣1',
      '﹫A',
    ];
    const behind = [
      ' =1',
      '\u00a0+1',
      '\u3000@A',
      '\ufeff=1',
      '\u200b-1',
      '\u200f=',
      ' \u2060 ＝1',
      '\u0001=1',
      '"=1',
      '\u2007 =1+1',
      " '=1",
    ];
    const plain = [
      'Ann',
      '1-1',
      'a=b',
      ' a=1',
      '',
      "'",
      '"',
      'a,b',
      'a;b',
      'Ann "A" Lee',
      '\u200fa',
      '🚀',
      'NULL',
      '\\.',
    ];
    for (const [n, displayName] of [...hostile, ...plain, ...behind].entries()) {
      await stage.submitted(await stage.earner(n, { displayName }), { status: 'rejected', reason: displayName });
    }
    const file = await stage.fileOf(stage.submissions());
    expect(file.startsWith('\uFEFFsubmission_id,')).toBe(true);
    const rows = (await cellsOf(file)).slice(1);
    const names = rows.map((row) => row[18] ?? '');
    expect(names.slice(0, -behind.length)).toEqual([...hostile.map((value) => `'${value}`), ...plain]);
    expect(names.slice(-behind.length)).toEqual(behind.map((value) => value.replace(/(?='?[=+@＝-])/, "'")));
    for (const [index, row] of rows.entries()) if (index < hostile.length) expect(row[13]).toBe(`'${hostile[index]}`);
  });

  it('A-80 turns no part of a cell into a formula where a program splits rows at `;` or tabs and ignores the quotes', async () => {
    const inner = [
      ['x;=1+1;y', "x;'=1+1;y"],
      ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
      ['x\n+1', "x\n'+1"],
      ['x\r\n-1', "x\r\n'-1"],
      ['x\r\ny', 'x\r\ny'],
      ['x;"=1', 'x;"\'=1'],
      ['x;\t=1', "x;\t'=1"],
      ['\t=1', "'\t'=1"],
      ['x;＝1', "x;'＝1"],
      ["x;'=1", "x;''=1"],
      ["'=1", "''=1"],
      ['x; =1', "x; '=1"],
      ['x;" "=1', 'x;" "\'=1'],
      ['x\u2028=1', "x\u2028'=1"],
      ['a=b;c-d', 'a=b;c-d'],
    ] as const;
    for (const [n, [displayName]] of inner.entries()) {
      const user = await stage.earner(n, { displayName });
      await stage.submitted(user, { status: 'rejected', reason: displayName, inputs: { text: displayName } });
      await stage.standing(user, 1);
    }
    const rows = await stage.rowsOf(stage.submissions());
    expect(rows.map((row) => row['reject_reason'])).toEqual(inner.map(([, guarded]) => guarded));
    for (const ticket of [stage.leaderboard(), stage.participants(CAMPAIGN)]) {
      expect(new Set((await stage.rowsOf(ticket)).map((row) => row['display_name']))).toEqual(
        new Set(inner.map(([, guarded]) => guarded)),
      );
    }
    const inputs = rows.map((row) => JSON.parse(exportedText(row['inputs_json'] ?? '')) as object);
    expect(inputs).toEqual(inner.map(([text]) => ({ text })));
    expect(rows[0]?.['inputs_json']).toContain("x;'=1+1;y");
  });

  it('keeps every text: the SDK restores it, and no cell begins with a formula character', async () => {
    const signs = fc.string({
      unit: fc.constantFrom(...';\t\r\n\'"=+-@＝﹫a ,🚀\u00a0\u200b\ufeff\u2028\u0001'),
      maxLength: 12,
    });
    const any = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !/[\0@＠﹫%]/u.test(one));
    const texts = fc.sample(fc.oneof(signs, any), 2_000);
    await stage.owner.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        reason, inputs)
      SELECT lpad(to_hex(n), 32, '0')::uuid, ${PROJECT}, ${CAMPAIGN}, ${QUEST}, ${await stage.earner(1)}, n::text,
        'custom_manual', 'manual', 'rejected', cell, '{}'
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (cell, n)`);
    const cells = (await stage.rowsOf(stage.submissions())).map((row) => row['reject_reason'] ?? '');
    expect(cells.map(exportedText)).toEqual(texts);
    const isFormula =
      /^[\t\r\n]|(^|[;\t\r\n\u2028])[\s"\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+@＝＋－＠﹦﹢﹣﹫-]/u;
    expect(cells.filter((cell) => isFormula.test(cell))).toEqual([]);
  });

  it('says again what csv-spectrum says, cell by cell', async () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('csv-spectrum')), 'json');
    const known = readdirSync(folder).flatMap(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>[],
    );
    const cells = [...new Set(known.flatMap((row) => Object.values(row)))].filter((cell) => !/^[\s=+@-]/.test(cell));
    expect(cells.length).toBeGreaterThan(20);
    for (const [n, displayName] of cells.entries()) await stage.submitted(await stage.earner(n, { displayName }));
    const rows = await stage.rowsOf(stage.submissions());
    expect(rows.map((row) => row['display_name'])).toEqual(cells);
  });

  it('A-81 has no e-mail address, wherever one was written', async () => {
    const addresses = [
      'ann@example.org',
      'Ann.Lee+x@mail.example.co',
      'ann＠example.org',
      'ann%40example.org',
      'жук@пример.рф',
      'ann@EXAMPLE.ORG',
      'ann.lee@a-b.example.museum',
    ];
    for (const [n, address] of addresses.entries()) {
      const user = await stage.earner(n, { displayName: `I am ${address}` });
      await stage.submitted(user, {
        status: 'rejected',
        reason: `write to <${address}>, please`,
        inputs: { email: address, text: `a: ${address};b`, [address]: 1 },
      });
      await stage.standing(user, 1);
    }
    const files = await Promise.all([stage.leaderboard(), stage.participants(CAMPAIGN)].map(stage.fileOf));
    files.push(await stage.fileOf(stage.submissions()));
    for (const file of files) for (const address of addresses) expect(file).not.toContain(address);
    expect(files.at(-1)).toContain('write to <[e-mail]>, please');
  });

  it('keeps names of accounts and addresses of pages', async () => {
    const user = await stage.earner(1);
    const inputs = { handle: '@ann', page: 'https://medium.example/@ann/post' };
    await stage.submitted(user, { inputs });
    const [row] = await stage.rowsOf(stage.submissions());
    expect(JSON.parse(row?.['inputs_json'] ?? '')).toEqual(inputs);
  });

  describe('of payouts', () => {
    const SIGN = '=+@＝＋－＠﹦﹢﹣﹫-';

    it('A-80 keeps every name, address and hash as it is, and turns none into a formula', async () => {
      const signs = fc.string({ unit: fc.constantFrom(...`;\t\r\n'",${SIGN}a 🚀`), maxLength: 12 });
      const any = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !one.includes('\0'));
      const texts = [...new Set(fc.sample(fc.oneof(signs, any), 300))].filter((one) => one !== '');
      const planId = await stage.payoutPlan({ pool: { symbol: '=HYPERLINK(1)' } });
      await stage.owner.execute(sql`
        WITH cell AS (SELECT cell, n FROM unnest(${texts}::text[]) WITH ORDINALITY AS t (cell, n)), added AS (
          INSERT INTO earner (user_id, username) SELECT 'svcuser_' || lpad(to_hex(n), 32, '0'), cell FROM cell
        )
        INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, status, tx_hash)
        SELECT ${planId}, n, 'svcuser_' || lpad(to_hex(n), 32, '0'), 1, cell, 'wallet', 1, 'pending', cell FROM cell`);
      const rows = await stage.rowsOf(stage.distribution());
      for (const column of ['username', 'payout_address', 'tx_hash']) {
        expect(rows.map((row) => exportedText(row[column] ?? ''))).toEqual(texts);
      }
      expect(new Set(rows.map((row) => row['symbol']))).toEqual(new Set(["'=HYPERLINK(1)"]));
      const isFormula = new RegExp(`^[\\t\\r\\n]|(^|[;\\t\\r\\n][\\s"]*)[${SIGN}]`);
      expect(rows.flatMap((row) => Object.values(row)).filter((cell) => isFormula.test(cell))).toEqual([]);
    });
  });
});
