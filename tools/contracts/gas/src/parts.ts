import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testAccount } from '@questp/chain';
import { compileContract } from '@questp/contract-build';
import { signTicket } from '@questp/escrow-client';
import { type BenchChain } from './bench-chain.js';
import { type ContractFiles, makeFactory, makeTicket } from './campaign.js';

/** Compute of a part of a contract, in SDK gas: host calls and Wasm, no storage. */
export interface Part {
  name: string;
  gas: number;
  /** Highest permitted gas, if there is a limit. */
  limit?: number;
}

/**
 * What checking a ticket takes: a ticket of version 1 is refused right after its bytes were hashed, the signature
 * verified and all of it parsed (checks 1 to 4).
 */
export async function ticketCheck(chain: BenchChain, wasm: ContractFiles): Promise<Part> {
  const { factory, escrowCodeId } = await makeFactory(chain, wasm);
  const ticket = { ...(await makeTicket(chain, factory.address, escrowCodeId)), v: 1 };
  const message = { create_campaign: signTicket(ticket, testAccount('ticket-signer').privateKey) };
  const { error, report } = await chain.execute('owner', factory.address, message);
  if (!error?.includes('unsupported_ticket_version'))
    throw new Error(`The ticket was not refused for its version: ${error}`);
  const call = report?.calls[0];
  return { name: 'ticket: parse, SHA-256, verify', gas: (call?.host ?? 0) + (call?.wasm ?? 0), limit: 1500 };
}

/** Computes an Instantiate2 address when its message is not empty, so that the difference is what that takes. */
const PROBE = `
import { Bytes, instantiate2Address, message, Response } from '@questp/std/assembly';
export { allocate, deallocate, interface_version_8 } from '@questp/std/assembly';

export function instantiate(env: usize, info: usize, msg: usize): usize {
  return Response.create('instantiate').finish();
}

export function execute(env: usize, info: usize, msg: usize): usize {
  let first: u8 = 0;
  if (message(msg).length > 2) first = instantiate2Address(Bytes.alloc(32), Bytes.alloc(32), Bytes.alloc(32)).at(0);
  return Response.create('execute').attributeU64('first', first).finish();
}
`;

/** The gas of computing the address of an escrow. */
export async function instantiate2(chain: BenchChain): Promise<Part> {
  const { codeId } = await chain.store(await compileProbe());
  const { address } = await chain.instantiate('owner', codeId, {}, 'probe');
  const compute = async (message: object) => {
    const call = (await chain.execute('owner', address, message)).report?.calls[0];
    return (call?.host ?? 0) + (call?.wasm ?? 0);
  };
  return { name: 'Instantiate2 address', gas: (await compute({ compute: true })) - (await compute({})) };
}

async function compileProbe(): Promise<Uint8Array> {
  // Inside the workspace, so that the compiler finds @questp/std.
  const dist = join(import.meta.dirname, '../dist');
  await mkdir(dist, { recursive: true });
  const directory = await mkdtemp(join(dist, 'probe-'));
  try {
    await mkdir(join(directory, 'assembly'));
    await writeFile(join(directory, 'assembly/index.ts'), PROBE);
    const outFile = join(directory, 'probe.wasm');
    await compileContract({ directory, outFile });
    return await readFile(outFile);
  } finally {
    await rm(directory, { recursive: true });
  }
}
