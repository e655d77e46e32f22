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
 * Reads a configuration file: a JSON object with the roles, and whatever shall differ from the defaults. Limits can be
 * given one by one.
 *
 * @throws SentenceError naming what is wrong with it
 */
export async function readFactoryConfig(file: string): Promise<FactoryConfig> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SentenceError(`${file} cannot be read.`, { cause });
  });
  return parseFactoryConfig(text, file);
}

/** @throws SentenceError naming what is wrong with it */
export function parseFactoryConfig(text: string, source: string): FactoryConfig {
  const given = parseObject(text, source);
  if ('escrow_code_id' in given)
    throw new SentenceError(`${source}: escrow_code_id comes from the chain, leave it out.`);
  const limits = { ...MAINNET_LIMITS, ...(given['limits'] as object | undefined) };
  const config = { ...DEFAULTS, ...given, limits };
  if (validateFactoryInstantiate({ ...config, escrow_code_id: 1 })) return config as FactoryConfig;
  const problems = (validateFactoryInstantiate.errors ?? []).map(describe);
  throw new SentenceError(`${source}: ${problems.join('; ')}.`);
}

function parseObject(text: string, source: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
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
