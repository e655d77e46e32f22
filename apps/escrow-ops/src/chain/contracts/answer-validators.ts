import { readFileSync } from 'node:fs';
import {
  SCHEMA_FILES,
  type AllocationsResponse,
  type CampaignAttemptsResponse,
  type EscrowConfigResponse,
  type EscrowStatusResponse,
  type FactoryConfigResponse,
  type OwnershipResponse,
} from '@questp/message-schema';
import { Ajv, type ValidateFunction } from 'ajv';

const withinBits = (bits: number) => (value: number) => Number.isSafeInteger(value) && value < 2 ** bits;
const decimalOf = (bits: bigint) => (text: string) => /^\d{1,39}$/.test(text) && BigInt(text) < 1n << bits;

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
for (const bits of [16, 32, 64]) ajv.addFormat(`uint${bits}`, { type: 'number', validate: withinBits(bits) });
for (const bits of [64n, 128n]) ajv.addFormat(`decimal-uint${bits}`, { type: 'string', validate: decimalOf(bits) });

/** The answers of a contract in its committed schema, by the name of the query. @param later members that may be missing */
function answersOf(file: string): <Answer>(query: string, later?: readonly string[]) => ValidateFunction<Answer> {
  const { responses } = JSON.parse(readFileSync(file, 'utf8')) as { responses: Record<string, { required: string[] }> };
  return <Answer>(query: string, later: readonly string[] = []) => {
    const schema = responses[query];
    if (schema === undefined) throw new Error(`${file} has no answer ${query}`);
    return ajv.compile<Answer>({ ...schema, required: schema.required.filter((member) => !later.includes(member)) });
  };
}

/** Members that escrows of earlier releases do not send, with their default values. */
export const LATER_CONFIG = { code_id: null, factory_code_id: null } as const;
type ReleasedConfig = Omit<EscrowConfigResponse, keyof typeof LATER_CONFIG> & Partial<EscrowConfigResponse>;

const factory = answersOf(SCHEMA_FILES.factory);
const escrow = answersOf(SCHEMA_FILES.escrow);

export const isFactoryConfig = factory<FactoryConfigResponse>('config');
export const isCampaignAttempts = factory<CampaignAttemptsResponse>('campaign_attempts');
export const isEscrowConfig = escrow<ReleasedConfig>('config', Object.keys(LATER_CONFIG));
export const isOwnership = escrow<OwnershipResponse>('ownership');
export const isEscrowStatus = escrow<EscrowStatusResponse>('status');
export const isAllocations = escrow<AllocationsResponse>('allocations');
