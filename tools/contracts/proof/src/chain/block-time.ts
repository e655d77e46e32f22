import { waitFor } from '@questp/testing';

/**
 * Time of the last block whose changes can be queried, nanoseconds. (`/status` may show a block that the
 * application has not committed yet.)
 *
 * @param rpc address of CometBFT's RPC
 */
export async function latestBlockTime(rpc: string): Promise<bigint> {
  const { response } = await call<{ response: { last_block_height: string } }>(`${rpc}/abci_info`);
  const { header } = await call<{ header: { time: string } }>(`${rpc}/header?height=${response.last_block_height}`);
  return nanoseconds(header.time);
}

/** Resolves when a block of `time` (nanoseconds) or later can be queried. */
export async function untilBlockTime(rpc: string, time: bigint): Promise<void> {
  const ahead = Number((time - (await latestBlockTime(rpc))) / 1_000_000n);
  await waitFor(async () => (await latestBlockTime(rpc)) >= time, {
    timeoutMs: Math.max(0, ahead) + 30_000,
    intervalMs: 100,
    what: `a block at ${time}`,
  });
}

/** `2026-01-02T03:04:05.006007008Z` in nanoseconds. */
export function nanoseconds(rfc3339: string): bigint {
  const [, seconds, fraction = ''] = /^(.{19})(?:\.(\d{1,9}))?Z$/.exec(rfc3339) ?? [];
  if (seconds === undefined) throw new RangeError(`${rfc3339} is not a time of CometBFT`);
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

async function call<T>(url: string): Promise<T> {
  return ((await (await fetch(url)).json()) as { result: T }).result;
}
