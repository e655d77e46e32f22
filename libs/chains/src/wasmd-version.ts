/** Versions of what a node is built of, for example `v0.61.14`; what it does not report is absent. */
export interface NodeVersions {
  wasmd?: string | undefined;
  wasmvm?: string | undefined;
}

/**
 * The first patch of each line that checks the depth of nested calls when a contract answers. Before, it was checked at
 * each message a contract sends, so that a caller deep enough inside other calls makes payments fail. Lines between the
 * listed ones never got the change. `wasmd` itself reports only its wasmvm: 2.2.4 and 3.0.2 are in wasmd of both kinds.
 */
const FIRST_PATCHES: Record<keyof NodeVersions, Record<string, number>> = {
  wasmd: { '0.54': 3, '0.60': 2, '0.61': 6 },
  wasmvm: { '2.2': 5, '2.3': 1, '3.0': 3 },
};

/** The minimum versions as messages show them (contracts/escrow/SECURITY.md). */
export const MIN_WASMD = '0.54.3, 0.60.2, 0.61.6 or 0.70.0';

/** True if the node runs a wasmd on which the escrow pays wherever its caller stands. */
export function supportsEscrow({ wasmd, wasmvm }: NodeVersions): boolean {
  if (wasmd !== undefined) return isNewEnough(wasmd, FIRST_PATCHES.wasmd);
  return wasmvm !== undefined && isNewEnough(wasmvm, FIRST_PATCHES.wasmvm);
}

function isNewEnough(version: string, firstPatches: Record<string, number>): boolean {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const first = firstPatches[`${major}.${minor}`];
  if (first !== undefined) return Number(patch) >= first;
  const ordinal = (line: string): number => line.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  return ordinal(`${major}.${minor}`) > Math.max(...Object.keys(firstPatches).map(ordinal));
}
