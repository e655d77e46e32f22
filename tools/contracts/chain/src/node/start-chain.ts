import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, launch, untilReady, type ManagedProcess } from '@questp/testing';
import { locateWasmd } from '../wasmd/binary.js';
import { configure } from './configuration.js';
import { prepareGenesis, STAKE_DENOM, type GenesisAccount } from './genesis.js';
import { setSendEnabled } from './governance.js';
import { moduleAddress } from './rest.js';
import { Validator } from './validator.js';

export interface ChainOptions {
  /** Who holds what in the first block; the validator has its stake besides. */
  accounts: readonly GenesisAccount[];
  /** From one block to the next, about; 200 by default. */
  blockTimeMs?: number;
  chainId?: string;
  /** Free ones by default. */
  rpcPort?: number;
  restPort?: number;
  /**
   * Folder that keeps the chain: it is made when absent, else continued where it stopped, and `accounts` is ignored. A
   * temporary one by default.
   */
  home?: string;
  /** File that receives the node's output. */
  logFile?: string;
  /** Called with the node's process before it is ready. */
  onLaunch?: (started: ManagedProcess) => void;
  report?: (text: string) => void;
}

export interface TestChain {
  chainId: string;
  /** CometBFT's RPC, for CosmJS. */
  rpc: string;
  /** The REST gateway, without a slash at the end. */
  rest: string;
  /** Address that bank transfers to are refused for, for ever. */
  blockedAddress: string;
  /** The node's folder. */
  home: string;
  process: ManagedProcess;
  /** Allows or forbids bank transfers of a denomination; takes about a second. Calls wait for one another. */
  setSendEnabled(denom: string, enabled: boolean): Promise<void>;
  /** Ends the node and removes a temporary home. */
  stop(): Promise<void>;
}

const STAKE = '250000000000';

/**
 * Starts a wasmd node with one validator on 127.0.0.1, with a new, empty chain unless `home` has one, and resolves when
 * it serves RPC and REST (a few seconds). Fees may be zero. Throws a sentence when there is no wasmd and it cannot be
 * built.
 */
export async function startChain(options: ChainOptions): Promise<TestChain> {
  const { chainId = 'questp-local', report = () => undefined, logFile, onLaunch } = options;
  const { program } = await locateWasmd(report);
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'questp-chain-')));
  const remove = async () => {
    if (options.home === undefined) await rm(home, { recursive: true, force: true });
  };
  const rpcPort = options.rpcPort ?? (await freePort());
  const restPort = options.restPort ?? (await freePort());
  const [p2pPort, grpcPort] = [await freePort(), await freePort()];
  const [rpc, rest] = [`http://127.0.0.1:${rpcPort}`, `http://127.0.0.1:${restPort}`];
  let node: ManagedProcess | undefined;
  try {
    if (!existsSync(join(home, 'config'))) await makeHome(program, home, chainId, options);
    node = await launch({
      name: 'wasmd',
      command: program,
      args: [
        'start',
        ...['--home', home, '--minimum-gas-prices', `0${STAKE_DENOM}`],
        // Pages of any origin may read it, as /verify of the platform does in a browser.
        ...['--api.enable', '--api.enabled-unsafe-cors'],
        ...['--rpc.laddr', `tcp://127.0.0.1:${rpcPort}`, '--api.address', `tcp://127.0.0.1:${restPort}`],
        ...['--p2p.laddr', `tcp://127.0.0.1:${p2pPort}`, '--grpc.address', `127.0.0.1:${grpcPort}`],
      ],
      ...(logFile !== undefined && { logFile }),
    });
    onLaunch?.(node);
    await untilReady(node, () => serves(rest), 60_000);
    const started = node;
    const validator = new Validator({ program, home, chainId, rpc, rest });
    let decisions = Promise.resolve();
    return {
      chainId,
      rpc,
      rest,
      blockedAddress: await moduleAddress(rest, 'distribution'),
      home,
      process: started,
      setSendEnabled: (denom, enabled) => {
        const decided = decisions.then(() => setSendEnabled(validator, denom, enabled));
        decisions = decided.catch(() => undefined);
        return decided;
      },
      stop: async () => {
        await started.stop();
        await remove();
      },
    };
  } catch (error) {
    await node?.stop(0);
    await remove();
    throw error;
  }
}

/** Makes the folder of a node with a new chain; an interrupted attempt leaves no `home`. */
async function makeHome(
  program: string,
  home: string,
  chainId: string,
  { accounts, blockTimeMs = 200 }: ChainOptions,
): Promise<void> {
  const draft = `${home}.draft`;
  await rm(draft, { recursive: true, force: true });
  const validator = new Validator({ program, home: draft, chainId, rpc: '', rest: '' });
  await validator.init();
  const stake = { address: Validator.account.address, coins: [{ denom: STAKE_DENOM, amount: `${STAKE}0` }] };
  await prepareGenesis(join(draft, 'config/genesis.json'), [stake, ...accounts]);
  await validator.stake(STAKE);
  // A single validator commits a block at each commit timeout. Large batches need large requests.
  await configure(join(draft, 'config/config.toml'), {
    timeout_commit: `${blockTimeMs}ms`,
    max_body_bytes: 10_000_000,
    pprof_laddr: '',
  });
  await rename(draft, home);
}

/** Whether the gateway answers from a block; it asks the node over gRPC, so both are there then. */
async function serves(rest: string): Promise<boolean> {
  try {
    return (await fetch(`${rest}/cosmos/base/tendermint/v1beta1/blocks/latest`)).ok;
  } catch {
    return false;
  }
}
