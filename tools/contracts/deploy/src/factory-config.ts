import { readFile } from 'node:fs/promises';
import { SentenceError } from '@questp/local-stack';
import { type FactoryInstantiateMsg, validateFactoryInstantiate } from '@questp/message-schema';
import { MAINNET_LIMITS, MAX_FEE_BPS } from './mainnet-defaults.js';

/** The factory's instantiate message without the code id, which the chain gives. */
export type FactoryConfig = Omit<FactoryInstantiateMsg, 'escrow_code_id'>;

/** The fields that have no default: who does what. */
export type Roles = Pick<FactoryConfig, 'owner' | 'operator' | 'ticket_signer' | 'pauser' | 'guardian' | 'treasury'>;

/** Limits and fee ceiling as on mainnet, immutable escrows, no CW20 campaigns. */
export const DEFAULTS: Omit<FactoryConfig, keyof Roles> = {
  escrow_admin: null,
  max_fee_bps: MAX_FEE_BPS,
  limits: MAINNET_LIMITS,
  cw20_code_checksums: [],
};

/**
 * Reads a configuration file: a JSON object with the roles and the values that differ from the defaults. Limits can be
 * given one by one.
 *
 * @param ticketSigner - Base64 of the ticket signer's public key: the file need not name it then.
 * @throws SentenceError naming the fault
 */
export async function readFactoryConfig(file: string, ticketSigner?: string): Promise<FactoryConfig> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SentenceError(`${file} cannot be read.`, { cause });
  });
  return parseFactoryConfig(text, file, ticketSigner);
}

/** @throws SentenceError naming the fault */
export function parseFactoryConfig(text: string, source: string, ticketSigner?: string): FactoryConfig {
  const given = withTicketSigner(parseObject(text, source), source, ticketSigner);
  if ('escrow_code_id' in given)
    throw new SentenceError(`${source}: escrow_code_id comes from the chain, leave it out.`);
  const limits = { ...MAINNET_LIMITS, ...(given['limits'] as object | undefined) };
  const config = { ...DEFAULTS, ...given, limits };
  if (validateFactoryInstantiate({ ...config, escrow_code_id: 1 })) return config as FactoryConfig;
  const problems = (validateFactoryInstantiate.errors ?? []).map(describe);
  throw new SentenceError(`${source}: ${problems.join('; ')}.`);
}

/** Limits that protect earners or the owner by being long enough. */
const MINIMUMS = [
  'min_challenge_secs',
  'min_commit_window_secs',
  'min_recommit_secs',
  'min_claim_window_secs',
  'dispute_timeout_secs',
] as const satisfies readonly (keyof FactoryConfig['limits'])[];

/** @throws SentenceError naming the limits that are below the mainnet defaults (specification 2.2) */
export function checkMainnetLimits({ limits }: FactoryConfig): void {
  const lower = MINIMUMS.filter((name) => limits[name] < MAINNET_LIMITS[name]);
  if (lower.length === 0) return;
  const names = lower.map((name) => `${name} (${limits[name]}, at least ${MAINNET_LIMITS[name]})`);
  throw new SentenceError(
    `Limits are below the mainnet defaults: ${names.join(', ')}. Only a test network takes them, with --testnet.`,
  );
}

type Given = Record<string, unknown>;

function withTicketSigner(given: Given, source: string, ticketSigner: string | undefined): Given {
  if (ticketSigner === undefined) return given;
  if (given['ticket_signer'] !== undefined && given['ticket_signer'] !== ticketSigner) {
    throw new SentenceError(`${source} names another ticket_signer than the given key's, ${ticketSigner}.`);
  }
  return { ...given, ticket_signer: ticketSigner };
}

function parseObject(text: string, source: string): Given {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given;
  } catch (cause) {
    throw new SentenceError(`${source} is not JSON: ${(cause as Error).message}.`, { cause });
  }
  throw new SentenceError(`${source} is not a JSON object.`);
}

type Problem = NonNullable<typeof validateFactoryInstantiate.errors>[number];

function describe({ instancePath, message, params }: Problem): string {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'it';
  const unknown = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
  return `${field} ${message}${unknown}`;
}
