import { toAddress } from '@questp/messages/language';
import { AllocationError, type PlannedAllocation, readAllocationFile } from '@questp/escrow-client';
import { type AllocationEntry } from '../node/answers.js';
import { type Bundle } from '../bundle/bundle.js';
import { check, type Check, summary } from '../checks/check.js';
import { behindOf, forgottenOf } from '../checks/node-limits.js';
import { isRead, type Part } from '../input/part.js';
import { type Exports, type ExportedFile } from './exports.js';
import { type Row } from './read-csv.js';

/** Statuses of a row for each status on the chain; the platform may be a moment behind. */
const STATUSES: Record<AllocationEntry['status'], readonly string[]> = {
  pending: ['pending', 'committed'],
  paid: ['paid'],
  failed: ['failed'],
  expired: ['failed'],
  skipped: ['skipped'],
  discarded: ['pending', 'excluded'],
};

const SAME = 'the same';

/** Of an escrow that was cancelled, or expired: what it did not pay has failed. */
const VOID_PHASES: readonly string[] = ['cancelled', 'expired'];
const VOID_STATUSES: readonly AllocationEntry['status'][] = ['pending', 'discarded'];

/** Checks that the exported files, the published allocation, the points ledger and the chain agree. */
export function agreementChecks(bundle: Bundle, exports: Exports): Check[] {
  const { status, allocations, transfers, file } = bundle;
  const { distribution, leaderboard, manifests } = exports;
  const files = { value: exports };
  const planned = plannedIn(file);
  const payouts = distribution.rows
    .filter((row) => row['status'] !== 'excluded' && row['status'] !== 'projected')
    .map((row): Row => ({ ...row, payout_address: toAddress(row['payout_address'] ?? '') }));
  const behind = behindOf(bundle);
  const absent = behind ?? forgottenOf(bundle, 'escrow');
  const differing = (wrong: readonly string[]) => ({ expected: SAME, actual: summary(wrong, SAME) });
  return [
    check('distribution.csv and leaderboard.csv are in the manifests', [status, files], ({ campaign_id }) => {
      const wrong = Object.entries({ distribution, leaderboard }).flatMap(([kind, { sha256, rows }]) => {
        const found = manifests.find((one) => one.sha256 === sha256 && one.campaignId === campaign_id);
        return found?.kind === kind && found.rows === rows.length ? [] : [`${kind}.csv with ${sha256} is not`];
      });
      return { expected: 'they are', actual: summary(wrong, 'they are') };
    }),
    check('distribution.csv and leaderboard.csv are of one position of the ledger', [files], () => ({
      expected: positionOf(leaderboard, exports),
      actual: positionOf(distribution, exports),
    })),
    check('distribution.csv has the points of the ledger', [files], () =>
      differing(
        differences(valuesOf(leaderboard.rows, 'user_public_id'), valuesOf(distribution.rows, 'user_public_id')),
      ),
    ),
    check('distribution.csv has the payouts and points of allocation.json', [planned], (entries) => {
      const inFile = new Map(entries.map(({ address, weight, dp }) => [address, `${weight} for ${dp} points`]));
      const inRows = payouts.map((row) => [row['payout_address'], `${row['amount_base']} for ${row['points']} points`]);
      return differing(differences(inFile, new Map(inRows as [string, string][]), inRows.length));
    }),
    check('distribution.csv has the statuses of the chain', [status, allocations], ({ phase }, entries) => {
      if (behind !== undefined) return { unchecked: behind };
      const rows = new Map(payouts.map((row) => [row['payout_address'], row['status'] ?? '']));
      return differing(
        entries.flatMap(({ address, status: state }) => {
          const found = rows.get(address);
          const isVoid = VOID_PHASES.includes(phase) && VOID_STATUSES.includes(state) && found === 'failed';
          return isVoid || (found !== undefined && STATUSES[state].includes(found))
            ? []
            : [`${address} is ${state} on the chain and ${found ?? 'missing'} in the file`];
        }),
      );
    }),
    check('distribution.csv has the transactions of the payouts', [transfers], (found) => {
      const byRecipient = new Map(found.map(({ recipient, tx }) => [recipient, tx]));
      const wrong = payouts
        .filter(({ status: state, payout_address = '', tx_hash = '' }) => {
          const tx = byRecipient.get(payout_address);
          return state === 'paid' && tx !== tx_hash.toUpperCase();
        })
        .map(({ payout_address = '', tx_hash }) => ({ address: payout_address, tx: tx_hash }));
      const missing = wrong.filter(({ address }) => !byRecipient.has(address));
      if (missing.length > 0 && missing.length === wrong.length && absent !== undefined)
        return { unchecked: `${missing.length} transactions are not found: ${absent}` };
      return differing(wrong.map(({ address, tx }) => `${address} has ${tx || 'none'}`));
    }),
  ];
}

function plannedIn(file: Part<unknown>): Part<PlannedAllocation[]> {
  if (!isRead(file)) return file;
  try {
    return { value: readAllocationFile(file.value) };
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return { error: error.message };
  }
}

/** Entries of the ledger when a file was made. */
const positionOf = ({ sha256 }: ExportedFile, { manifests }: Exports): string =>
  `${manifests.find((one) => one.sha256 === sha256)?.ledgerEntries ?? 'unknown'} entries of the ledger`;

/** Points by key, of those who have some. */
const valuesOf = (rows: readonly Row[], key: string): Map<string, string> =>
  new Map(rows.map((row) => [row[key] ?? '', row['points'] ?? ''] as const).filter(([, points]) => points !== '0'));

/** What differs between two tables; `rows`: of the second, where a key can be there twice. */
function differences(
  expected: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
  rows = actual.size,
): string[] {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  const wrong = [...keys].filter((key) => expected.get(key) !== actual.get(key));
  return [
    ...wrong.map((key) => `${key} has ${actual.get(key) ?? 'nothing'} instead of ${expected.get(key) ?? 'nothing'}`),
    ...(rows === actual.size ? [] : ['an address is there twice']),
  ];
}
