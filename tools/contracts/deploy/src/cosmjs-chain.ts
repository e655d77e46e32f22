import { setupWasmExtension, SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { GasPrice, QueryClient } from '@cosmjs/stargate';
import { connectComet } from '@cosmjs/tendermint-rpc';
import { SentenceError } from '@questp/local-stack';
import { GetNodeInfoRequest, GetNodeInfoResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { AccessType } from 'cosmjs-types/cosmwasm/wasm/v1/types';
import { MsgStoreCode } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { type DeployChain, type Instantiation, type StoredCode } from './deploy-chain.js';

export interface Connection {
  /** Address of a node's RPC. */
  node: string;
  /** Price of a unit of gas, for example 0.025untrn. */
  gasPrice: string;
  /** Prefix of the chain's addresses. */
  prefix: string;
  /** 32 bytes. */
  privateKey: Uint8Array;
}

const NODE_INFO = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';

/** Anybody may make contracts of the codes: the factory makes escrows. */
const EVERYBODY = { permission: AccessType.ACCESS_TYPE_EVERYBODY, addresses: [] };

/**
 * A real chain, through CosmJS.
 *
 * @throws SentenceError when no node answers.
 */
export async function connect({ node, gasPrice, prefix, privateKey }: Connection): Promise<DeployChain> {
  const signer = await DirectSecp256k1Wallet.fromKey(privateKey, prefix);
  const [account] = await signer.getAccounts();
  if (!account) throw new SentenceError('The key has no account.');
  const comet = await connectComet(node).catch((cause: unknown) => {
    throw new SentenceError(`No node answers at ${node}; npx nx run chain:start starts a local test chain.`, { cause });
  });
  const client = SigningCosmWasmClient.createWithSigner(comet, signer, { gasPrice: GasPrice.fromString(gasPrice) });
  const queries = QueryClient.withExtensions(comet, setupWasmExtension);
  const codes = queries.wasm;
  const deployer = account.address;
  return {
    chainId: await client.getChainId(),
    prefix,
    deployer,
    publicKey: account.pubkey,
    async usableCodes() {
      const usable: StoredCode[] = [];
      let nextKey: Uint8Array | undefined;
      do {
        const { codeInfos, pagination } = await codes.listCodeInfo(nextKey);
        for (const { codeId, dataHash, instantiatePermission } of codeInfos) {
          if (instantiatePermission.permission !== AccessType.ACCESS_TYPE_EVERYBODY) continue;
          usable.push({ codeId: Number(codeId), checksum: Buffer.from(dataHash).toString('hex') });
        }
        nextKey = pagination?.nextKey;
      } while (nextKey?.length);
      return usable;
    },
    async versions() {
      const { value } = await queries.queryAbci(NODE_INFO, GetNodeInfoRequest.encode({}).finish());
      const built = GetNodeInfoResponse.decode(value).applicationVersion?.buildDeps ?? [];
      const versionOf = (path: RegExp): string | undefined => built.find((module) => path.test(module.path))?.version;
      return { wasmd: versionOf(/CosmWasm\/wasmd$/), wasmvm: versionOf(/CosmWasm\/wasmvm(\/v\d+)?$/) };
    },
    async storeGas(wasm) {
      const value = MsgStoreCode.fromPartial({
        sender: deployer,
        wasmByteCode: wasm,
        instantiatePermission: EVERYBODY,
      });
      return await sent('Simulating', client.simulate(deployer, [{ typeUrl: MsgStoreCode.typeUrl, value }], ''));
    },
    async store(wasm) {
      const { codeId } = await sent('Storing', client.upload(deployer, wasm, 'auto', '', EVERYBODY));
      const { checksum } = await client.getCodeDetails(codeId);
      return { codeId, checksum };
    },
    async instantiate({ codeId, msg, label, admin, salt }: Instantiation) {
      const options = admin === undefined ? {} : { admin };
      const contract = client.instantiate2(deployer, codeId, salt, msg, label, 'auto', options);
      return (await sent('Instantiating', contract)).contractAddress;
    },
  };
}

/** @throws SentenceError with the node's reason: no funds, no such account, refused by the contract, ... */
async function sent<T>(what: string, transaction: Promise<T>): Promise<T> {
  return await transaction.catch((cause: unknown) => {
    throw new SentenceError(`${what} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
}
