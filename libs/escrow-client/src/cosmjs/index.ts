import { CosmWasmClient, SigningCosmWasmClient, type SigningCosmWasmClientOptions } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet, type OfflineSigner } from '@cosmjs/proto-signing';
import { EscrowClient, EscrowQueryClient, FactoryClient, FactoryQueryClient } from '@questp/message-schema/clients';

export { EscrowClient, EscrowQueryClient, FactoryClient, FactoryQueryClient };

/** Read-only clients of the contracts. */
export interface ContractQueries {
  client: CosmWasmClient;
  factory(address: string): FactoryQueryClient;
  escrow(address: string): EscrowQueryClient;
}

/** Clients of the contracts for one account, which signs and pays. */
export interface ContractMessages {
  client: SigningCosmWasmClient;
  sender: string;
  factory(address: string): FactoryClient;
  escrow(address: string): EscrowClient;
}

/**
 * @param rpc address of a node's RPC
 * @throws Error when no node answers
 */
export async function connectQueries(rpc: string): Promise<ContractQueries> {
  const client = await CosmWasmClient.connect(rpc);
  return {
    client,
    factory: (address) => new FactoryQueryClient(client, address),
    escrow: (address) => new EscrowQueryClient(client, address),
  };
}

/**
 * @param rpc address of a node's RPC
 * @param signer its first account sends and pays
 * @param options CosmJS' own; the fee `auto` needs `gasPrice`
 * @throws Error when no node answers
 */
export async function connectSigning(
  rpc: string,
  signer: OfflineSigner,
  options: SigningCosmWasmClientOptions,
): Promise<ContractMessages> {
  const client = await SigningCosmWasmClient.connectWithSigner(rpc, signer, options);
  const [account] = await signer.getAccounts();
  if (!account) throw new Error('The signer has no account');
  const sender = account.address;
  return {
    client,
    sender,
    factory: (address) => new FactoryClient(client, sender, address),
    escrow: (address) => new EscrowClient(client, sender, address),
  };
}

/**
 * Signs with a plain key, as a service's operator does.
 *
 * @param privateKey 32 bytes
 * @param prefix of the chain's addresses
 */
export async function keySigner(privateKey: Uint8Array, prefix: string): Promise<OfflineSigner> {
  return await DirectSecp256k1Wallet.fromKey(privateKey, prefix);
}
