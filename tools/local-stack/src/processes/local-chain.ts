import type { ManagedProcess } from '@questp/testing';
import type { ChainAddresses } from './stack-file.js';

/** The id of the local chain. */
export const LOCAL_CHAIN_ID = 'questp-local-1';

export interface LocalChainOptions {
  /** Keeps the chain, its keys and its deployment from start to start. */
  directory: string;
  /** Receives the output of the node. */
  logFile: string;
  rpcPort: number;
  restPort: number;
  /** Called with the process of the node before it is ready. */
  onLaunch: (started: ManagedProcess) => void;
  report: (line: string) => void;
}

export interface LocalChain {
  /** The node. */
  process: ManagedProcess;
  addresses: ChainAddresses;
  /** Of the escrow keys, by the provider under which integrations stores them. */
  mnemonics: Record<string, string>;
  /** As CHAINS has it. */
  entry: ChainEntry;
}

/** An element of the variable CHAINS: members of a chain that the configuration sets. */
export type ChainEntry = { chainId: string } & Record<string, unknown>;

/** Starts the local chain; comes from tools/contracts/deploy, which is built on this project. */
export type StartLocalChain = (options: LocalChainOptions) => Promise<LocalChain>;
