import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocationFile } from '@questp/escrow-client';
import { type Check } from '../checks/check.js';
import { run } from '../command/run.js';
import { completedBundle, type RightBundle, testAddress } from '../testing/bundles.js';
import { agreementChecks } from './agreement-checks.js';
import { readExports } from './exports.js';

const COLUMNS = [
  ...['rank', 'user_public_id', 'username', 'payout_address', 'payout_address_source', 'points', 'share_pct'],
  ...['amount_base', 'amount_display', 'denom', 'symbol', 'status', 'tx_hash', 'batch', 'excluded_reason', 'paid_at'],
];

type Row = Partial<Record<string, string>>;

const toCsv = (columns: readonly string[], rows: readonly Row[]) =>
  Buffer.from(
    `\ufeff${[columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
      .map(
        (cells) =>
          `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`,
      )
      .join('')}`,
  );

describe('exported files, allocation and chain', () => {
  let bundle: RightBundle;
  let distribution: Row[];
  let leaderboard: Row[];
  let change: (manifests: Record<string, unknown>[]) => void;

  const files = async () => {
    const csv = {
      distribution: toCsv(COLUMNS, distribution),
      leaderboard: toCsv(['user_public_id', 'display_name', 'points'], leaderboard),
    };
    const read = await readExports(csv.distribution, csv.leaderboard, { items: [] });
    const manifests = (['distribution', 'leaderboard'] as const).map((kind) => ({
      ...{ kind, campaignId: 'c-1', sha256: read[kind].sha256, rows: read[kind].rows.length, ledgerEntries: 400 },
    }));
    change(manifests);
    return { ...csv, manifests: { items: manifests, nextCursor: null } };
  };
  const checks = async (): Promise<Check[]> => {
    const { distribution: rows, leaderboard: board, manifests } = await files();
    return agreementChecks(bundle, await readExports(rows, board, manifests));
  };
  const differing = async () => (await checks()).filter(({ outcome }) => outcome !== 'agrees').map(({ name }) => name);
  const rowOf = (status: string) => {
    const found = distribution.find((row) => row['status'] === status);
    if (!found) throw new Error(`No row is ${status}`);
    return found;
  };

  beforeEach(() => {
    change = () => undefined;
    bundle = completedBundle();
    const { transfers, allocations } = bundle;
    bundle.file.value = allocationFile(
      allocations.value.map(({ address, points }, index) => ({
        address,
        weight: BigInt(points),
        dp: BigInt(index + 1),
      })),
    );
    distribution = allocations.value.map(({ address, points, status }, index) => ({
      ...{ user_public_id: `svcuser_${index}`, username: 'a "quoted", name', payout_address: address },
      ...{ points: `${index + 1}`, amount_base: points, status },
      tx_hash: transfers.value.find(({ recipient }) => recipient === address)?.tx ?? '',
    }));
    distribution.push({ user_public_id: 'svcuser_9', points: '7', status: 'excluded', excluded_reason: 'suspended' });
    leaderboard = distribution.map(({ user_public_id, points }) => ({
      user_public_id,
      display_name: 'line\nbreak',
      points,
    }));
    leaderboard.push({ user_public_id: 'svcuser_10', display_name: 'no points', points: '0' });
  });

  it('agree for a completed campaign', async () => {
    expect(await differing()).toEqual([]);
  });

  it.each(['cancelled', 'expired'])('agree on an escrow that was %s, whose payouts have failed', async (phase) => {
    bundle.status.value.phase = phase;
    for (const entry of bundle.allocations.value) entry.status = entry.status === 'paid' ? 'paid' : 'discarded';
    for (const row of distribution)
      row['status'] = ['paid', 'excluded'].includes(row['status'] ?? '') ? (row['status'] ?? '') : 'failed';
    expect(await differing()).toEqual([]);
  });

  it.each<[name: string, change: () => unknown]>([
    [
      'distribution.csv and leaderboard.csv are in the manifests',
      () => (change = (all) => (all[0] = { ...all[0], campaignId: 'c-2' })),
    ],
    [
      'distribution.csv and leaderboard.csv are of one position of the ledger',
      () => (change = (all) => (all[0] = { ...all[0], ledgerEntries: 401 })),
    ],
    ['distribution.csv has the points of the ledger', () => (rowOf('excluded')['points'] = '8')],
    ['distribution.csv has the points of the ledger', () => distribution.pop()],
    [
      'distribution.csv has the payouts and points of allocation.json',
      () => (rowOf('failed')['amount_base'] = '449001'),
    ],
    [
      'distribution.csv has the payouts and points of allocation.json',
      () => distribution.push({ ...rowOf('skipped'), user_public_id: 'svcuser_0' }),
    ],
    ['distribution.csv has the statuses of the chain', () => (rowOf('skipped')['status'] = 'failed')],
    ['distribution.csv has the transactions of the payouts', () => (rowOf('paid')['tx_hash'] = 'F'.repeat(64))],
  ])('a single wrong value fails the check "%s" alone', async (name, wrong) => {
    wrong();
    const found = await differing();
    expect(found).toContain(name);
    // A row twice also gives its earner other points.
    expect(found.filter((one) => one !== 'distribution.csv has the points of the ledger')).toEqual(
      name === 'distribution.csv has the points of the ledger' ? [] : [name],
    );
  });

  it('a payout to another address fails the checks of payouts and statuses', async () => {
    rowOf('failed')['payout_address'] = testAddress(77);
    expect(await differing()).toEqual([
      'distribution.csv has the payouts and points of allocation.json',
      'distribution.csv has the statuses of the chain',
    ]);
  });

  it.each<[string, (file: string) => string | Buffer, string]>([
    ['with semicolons', (file) => file.replaceAll(',', ';'), 'its columns are separated by semicolons'],
    ['with its separator in the first line', (file) => `sep=;\r\n${file}`, 'its columns are separated by semicolons'],
    ['with tabs', (file) => file.replaceAll(',', '\t'), 'its columns are separated by tabs'],
    ['in UTF-16', (file) => Buffer.from(file, 'utf16le'), 'it is in UTF-16'],
    ['in UTF-16 of the other order', (file) => Buffer.from(file, 'utf16le').swap16(), 'it is in UTF-16'],
    [
      'in UTF-16 without a byte order mark',
      (file) => Buffer.from(file.replace('\ufeff', ''), 'utf16le'),
      'it is in UTF-16',
    ],
    ['in another encoding', (file) => Buffer.from(`${file}ü`, 'latin1'), 'it is not in UTF-8'],
    ['as a workbook', () => 'PK\u0003\u0004\u0014\0', 'it is a workbook or an archive'],
  ])('an export that a spreadsheet saved %s is refused, and the error names the change', async (_, save, found) => {
    const { distribution: file, leaderboard: board } = await files();
    await expect(readExports(Buffer.from(save(file.toString())), board, { items: [] })).rejects.toThrow(
      `${found}; use the file as it was downloaded`,
    );
  });

  it.each<[string, (file: string) => string]>([
    ['without its byte order mark', (file) => file.replace('\ufeff', '')],
    ['with other ends of lines', (file) => file.replaceAll('\r\n', '\n')],
  ])('an export is read %s', async (_, save) => {
    const { distribution: file, leaderboard: board } = await files();
    const read = await readExports(Buffer.from(save(file.toString())), board, { items: [] });
    expect(read.distribution.rows).toHaveLength(distribution.length);
  });

  it('the verify command checks exports, and exits with 2 for a file that is not one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agreement-'));
    const path = (name: string) => join(folder, name);
    const exported = await files();
    await writeFile(path('bundle.json'), JSON.stringify(bundle));
    await writeFile(path('distribution.csv'), exported.distribution);
    await writeFile(path('leaderboard.csv'), exported.leaderboard);
    await writeFile(path('manifests.json'), JSON.stringify(exported.manifests));
    const args = (distributionFile: string) => [
      ...['--offline', path('bundle.json'), '--distribution', path(distributionFile)],
      ...['--leaderboard', path('leaderboard.csv'), '--manifests', path('manifests.json')],
    ];
    let output = '';
    const write = (text: string) => (output += text);
    const to = { result: write, message: write };
    expect(await run(args('distribution.csv'), to)).toBe(0);
    expect(output).toMatch(/^ok +distribution.csv has the transactions of the payouts/m);
    expect(await run(args('leaderboard.csv'), to)).toBe(2);
    expect(output).toContain('the column payout_address, amount_base, status, tx_hash is missing');
    expect(await run(args('distribution.csv').slice(0, 4), to)).toBe(3);
    await rm(folder, { recursive: true });
  });
});
