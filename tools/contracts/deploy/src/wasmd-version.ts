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

/** The least versions, for people. */
export const LEAST_WASMD = '0.54.3, 0.60.2, 0.61.6 or 0.70.0';

/** What to tell somebody who deploys to a chain of these versions; undefined when there is nothing to tell. */
export function wasmdWarning({ wasmd, wasmvm }: NodeVersions): string | undefined {
  const [name, version] = wasmd === undefined ? (['wasmvm', wasmvm] as const) : (['wasmd', wasmd] as const);
  if (version !== undefined && isNewEnough(version, FIRST_PATCHES[name])) return undefined;
  const found =
    version === undefined ? 'The node reports neither wasmd nor wasmvm' : `The chain runs ${name} ${version}`;
  return `Warning: ${found}. Before wasmd ${LEAST_WASMD} a call from deep inside other calls is refused where it would pay.`;
}

function isNewEnough(version: string, firstPatches: Record<string, number>): boolean {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const first = firstPatches[`${major}.${minor}`];
  if (first !== undefined) return Number(patch) >= first;
  const ordinal = (line: string): number => line.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  return ordinal(`${major}.${minor}`) > Math.max(...Object.keys(firstPatches).map(ordinal));
}
