import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { StargateClient } from '@cosmjs/stargate';
import { PREFIX, STAKE_DENOM, startChain, testAccount } from '@questp/chain';
import { LOCAL_CHAIN_ID, type LocalChain, type LocalChainOptions } from '@questp/local-stack';
import { addressOf } from '../contract/commands.js';
import { connect } from '../cosmjs-chain.js';
import { LOCAL_CONFIG, LOCAL_GAS_PRICE, LOCAL_KEY } from '../local-chain.js';
import { keyPairOf } from '../private-key.js';
import { deployOnce } from './deploy-once.js';
import { readEscrowKeys } from './escrow-keys.js';
import { DENOMS, FAUCET, sendCoins } from './send-coins.js';

const BLOCK_MS = 500;

/** Accounts of the first block besides the faucet: the roles that have no key in the platform, and two people. */
const ACCOUNTS = ['factory-owner', 'guardian', 'treasury', 'alice', 'bob'];

/** What the platform pays for gas and takes of payouts there. */
const GAS_PRICE = { denom: STAKE_DENOM, price: '0.025' };
const FEE_BPS = 250;

/** An escrow key with less than this for fees gets more at a start. */
const MIN_FOR_FEES = 100_000_000n;
const FOR_FEES = [{ denom: STAKE_DENOM, amount: '1000000000' }];

/** Windows of seconds, so that a campaign's whole life can be watched. */
const SHORT_LIMITS = {
  ...LOCAL_CONFIG.limits,
  min_challenge_secs: 1,
  min_commit_window_secs: 1,
  min_recommit_secs: 1,
  min_claim_window_secs: 1,
  dispute_timeout_secs: 60,
};

/**
 * Starts the chain of `npm run up -- --chain`, which continues where it stopped, deploys the contracts unless it has
 * them, and pays the escrow keys. The keys of all other accounts are known to everybody.
 *
 * @throws SentenceError where there is no wasmd and it cannot be built.
 */
export async function startPlatformChain(options: LocalChainOptions): Promise<LocalChain> {
  const { directory, report } = options;
  await mkdir(directory, { recursive: true });
  const coins = (amount: string) => DENOMS.map((denom) => ({ denom, amount }));
  const { process, home, rpc, rest } = await startChain({
    ...options,
    home: join(directory, 'node'),
    chainId: LOCAL_CHAIN_ID,
    blockTimeMs: BLOCK_MS,
    accounts: [
      { address: FAUCET.address, coins: coins('1000000000000000') },
      ...ACCOUNTS.map((name) => ({ address: testAccount(name).address, coins: coins('1000000000000') })),
    ],
  });
  const mnemonics = await readEscrowKeys(join(directory, 'escrow-keys.json'));
  const { publicKey } = await keyPairOf({ mnemonic: mnemonics.escrow_ticket });
  const escrowKeys = {
    escrow_operator: await addressIn(mnemonics.escrow_operator),
    escrow_ticket: await addressIn(mnemonics.escrow_ticket),
    escrow_pauser: await addressIn(mnemonics.escrow_pauser),
  };
  const config = {
    ...LOCAL_CONFIG,
    limits: SHORT_LIMITS,
    operator: escrowKeys.escrow_operator,
    ticket_signer: Buffer.from(publicKey).toString('base64'),
    pauser: escrowKeys.escrow_pauser,
  };
  const deployer = await connect({ node: rpc, gasPrice: LOCAL_GAS_PRICE, prefix: PREFIX, ...LOCAL_KEY });
  const deployed = await deployOnce(deployer, config, join(directory, 'deployment.json'), report);
  await payForFees(rpc, Object.values(escrowKeys));
  return {
    process,
    addresses: {
      ...{ chainId: LOCAL_CHAIN_ID, home, rpcUrl: rpc, restUrl: rest },
      ...{ factory: deployed.factory, escrowKeys, faucet: FAUCET.address },
    },
    mnemonics: { ...mnemonics },
    entry: {
      chainId: LOCAL_CHAIN_ID,
      restUrls: [rest],
      rpcUrls: [rpc],
      publicRestUrl: rest,
      gasPrices: [GAS_PRICE],
      escrow: {
        factory: deployed.factory,
        codeId: deployed.escrow_code_id,
        checksum: deployed.escrow_checksum,
        admin: config.escrow_admin,
        contractVersion: await versionOf(rpc, deployed.factory),
        ticketSigner: config.ticket_signer,
        feeBps: FEE_BPS,
        released: false,
      },
    },
  };
}

/** The version that a contract states (cw2). */
async function versionOf(rpc: string, contract: string): Promise<string> {
  const client = await CosmWasmClient.connect(rpc);
  const raw = await client.queryContractRaw(contract, Buffer.from('contract_info'));
  client.disconnect();
  return (JSON.parse(Buffer.from(raw ?? []).toString()) as { version: string }).version;
}

async function addressIn(mnemonic: string): Promise<string> {
  return await addressOf((await keyPairOf({ mnemonic })).privateKey, PREFIX);
}

async function payForFees(rpc: string, addresses: string[]): Promise<void> {
  const client = await StargateClient.connect(rpc);
  const balances = await Promise.all(addresses.map((address) => client.getBalance(address, STAKE_DENOM)));
  client.disconnect();
  const poor = addresses.filter((_, index) => BigInt(balances[index]?.amount ?? 0) < MIN_FOR_FEES);
  if (poor.length > 0) await sendCoins(rpc, poor, FOR_FEES);
}
