import { MIN_WASMD, supportsEscrow, type NodeVersions } from '@questp/chains';

/** Warning before a deployment to a chain of these versions; undefined if they have no known fault. */
export function wasmdWarning(versions: NodeVersions): string | undefined {
  if (supportsEscrow(versions)) return undefined;
  const { wasmd, wasmvm } = versions;
  const found =
    wasmd !== undefined
      ? `The chain runs wasmd ${wasmd}`
      : wasmvm !== undefined
        ? `The chain runs wasmvm ${wasmvm}`
        : 'The node reports neither wasmd nor wasmvm';
  return `Warning: ${found}. Before wasmd ${MIN_WASMD} a call from deep inside other calls is refused where it would pay.`;
}
