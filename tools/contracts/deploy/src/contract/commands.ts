import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CosmWasmClient, SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';
import { DirectSecp256k1Wallet, parseCoins } from '@cosmjs/proto-signing';
import { GasPrice } from '@cosmjs/stargate';
import { signTicket } from '@questp/escrow-client';
import { SentenceError } from '@questp/local-stack';
import { type EscrowStatusResponse, type Ticket, validateTicket } from '@questp/message-schema';
import { type Command, type ContractOptions } from './options.js';

const POLL_MS = 500;

type Of<T extends Command['name']> = Extract<Command, { name: T }>;

/** @throws SentenceError with the contract's refusal */
export async function query(
  { node }: ContractOptions,
  { contract, message }: Of<'query' | 'execute'>,
): Promise<object> {
  const client = await connected(CosmWasmClient.connect(node), node);
  return (await refusable(client.queryContractSmart(contract, message))) as object;
}

/** @throws SentenceError with the contract's or the chain's refusal */
export async function execute(
  { node, gasPrice, prefix, funds }: ContractOptions,
  { contract, message }: Of<'query' | 'execute'>,
  privateKey: Uint8Array,
): Promise<object> {
  const wallet = await DirectSecp256k1Wallet.fromKey(privateKey, prefix);
  const options = { gasPrice: GasPrice.fromString(gasPrice) };
  const client = await connected(SigningCosmWasmClient.connectWithSigner(node, wallet, options), node);
  const sender = await addressOf(privateKey, prefix);
  const sent = client.execute(sender, contract, message, 'auto', undefined, parseCoins(funds));
  const { transactionHash, height, gasUsed } = await refusable(sent);
  return { transaction: transactionHash, height, gas_used: Number(gasUsed) };
}

/** Asks again until the escrow is in the phase; time decides when, so there is no deadline. */
export async function wait({ node }: ContractOptions, { contract, phase }: Of<'wait'>): Promise<object> {
  const client = await connected(CosmWasmClient.connect(node), node);
  for (;;) {
    const status = (await refusable(client.queryContractSmart(contract, { status: {} }))) as EscrowStatusResponse;
    if (status.phase === phase) return status;
    await setTimeout(POLL_MS);
  }
}

/** @throws SentenceError when the file holds no ticket */
export async function sign({ file }: Of<'sign-ticket'>, privateKey: Uint8Array): Promise<object> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SentenceError(`${file} cannot be read.`, { cause });
  });
  return signTicket(ticketOf(text, file), privateKey);
}

export async function addressOf(privateKey: Uint8Array, prefix: string): Promise<string> {
  const [account] = await (await DirectSecp256k1Wallet.fromKey(privateKey, prefix)).getAccounts();
  if (!account) throw new SentenceError('The key has no account.');
  return account.address;
}

function ticketOf(text: string, file: string): Ticket {
  let ticket: unknown;
  try {
    ticket = JSON.parse(text);
  } catch (cause) {
    throw new SentenceError(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
  }
  if (validateTicket(ticket)) return ticket;
  const problems = (validateTicket.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath} ${message}`.trim(),
  );
  throw new SentenceError(`${file} is not a ticket: ${problems.join('; ')}.`);
}

async function connected<T>(client: Promise<T>, node: string): Promise<T> {
  return await client.catch((cause: unknown) => {
    throw new SentenceError(`No node answers at ${node}; npx nx run chain:start starts a local test chain.`, { cause });
  });
}

async function refusable<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((cause: unknown) => {
    throw new SentenceError(cause instanceof Error ? cause.message : String(cause), { cause });
  });
}
