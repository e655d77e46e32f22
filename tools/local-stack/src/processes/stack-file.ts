import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformAddresses } from '@questp/testing';

/** A chain on this machine with the contracts of the reward escrow. */
export interface ChainAddresses {
  chainId: string;
  /** Folder of the node. */
  home: string;
  rpcUrl: string;
  restUrl: string;
  /** Address of the factory. */
  factory: string;
  /** Addresses by the provider under which integrations stores the keys. */
  escrowKeys: Record<string, string>;
  /** Account that gives coins to any requester. */
  faucet: string;
}

/** The content of .local/stack.json, which exists while the platform runs: where its parts can be reached. */
export interface Stack extends PlatformAddresses {
  pid: number;
  /** As the role that owns the tables. */
  databaseUrl: string;
  /** As the migrator. */
  natsUrl: string;
  /** Null when the broker is the one of NATS_URL. */
  natsPid: number | null;
  apiUrl: string;
  docsUrl: string;
  /** Null when mails go to SMTP_URL. */
  mailUrl: string | null;
  /** Page with the health of services and integrations. */
  statusUrl: string;
  /** Of the emulated platforms; null without them. */
  emulatorsUrl: string | null;
  /** Of the collector; null when traces go to OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracesUrl: string | null;
  /** Null unless the platform was started with a chain. */
  chain: ChainAddresses | null;
  /** `healthUrl` has no path; /health/live, /health/ready and /metrics lie below it. */
  services: { name: string; pid: number; healthUrl: string }[];
}

const pathIn = (local: string) => join(local, 'stack.json');

export function writeStackFile(local: string, stack: Stack): void {
  const draft = `${pathIn(local)}.draft`;
  writeFileSync(draft, JSON.stringify(stack, null, 2), { mode: 0o600 });
  renameSync(draft, pathIn(local));
}

/** Of the platform that `npm run up` runs in this checkout; undefined if none runs. */
export function readStack(root: string): Stack | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(join(root, '.local')), 'utf8')) as Stack;
  } catch {
    return undefined;
  }
}

export function removeStackFile(local: string): void {
  rmSync(pathIn(local), { force: true });
}
