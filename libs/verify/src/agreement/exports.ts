import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256Hex } from '../input/fields.js';
import { listOf, nullable, object, type Shaped, text, whole } from '../input/shape.js';
import { readCsv, type Row } from './read-csv.js';

const DISTRIBUTION = ['user_public_id', 'payout_address', 'points', 'amount_base', 'status', 'tx_hash'];
const LEADERBOARD = ['user_public_id', 'points'];

/** An exported file, with the hash of all of its bytes. */
export interface ExportedFile {
  rows: Row[];
  sha256: string;
}

/** Files that the platform exported of one campaign. */
export interface Exports {
  distribution: ExportedFile;
  /** Points by earner, summed from the ledger. */
  leaderboard: ExportedFile;
  manifests: Manifest[];
}

const manifest = object({
  kind: text({ max: 40 }),
  campaignId: nullable(text({ max: 64 })),
  sha256: nullable(sha256Hex),
  rows: nullable(whole(Number.MAX_SAFE_INTEGER)),
  ledgerEntries: whole(Number.MAX_SAFE_INTEGER),
});
export type Manifest = Shaped<typeof manifest>;

const manifestList = object({ items: listOf(manifest, 10_000) });

/**
 * @param manifests the answer of GET /v1/projects/:projectId/export-manifests
 * @throws Error for a file that is none of the kind; ShapeError
 */
export const readExports = async (
  distribution: Uint8Array,
  leaderboard: Uint8Array,
  manifests: unknown,
): Promise<Exports> => ({
  distribution: await exportedFile(distribution, DISTRIBUTION),
  leaderboard: await exportedFile(leaderboard, LEADERBOARD),
  manifests: manifestList(manifests, 'manifests').items,
});

async function exportedFile(bytes: Uint8Array, columns: readonly string[]): Promise<ExportedFile> {
  return { rows: await readCsv(bytes, columns), sha256: bytesToHex(sha256(bytes)) };
}
