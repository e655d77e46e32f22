import { escrowLabel, predictEscrowAddress } from '@questp/escrow-client';
import { type CampaignEntry, type EscrowStatusResponse, type Phase } from '@questp/message-schema';
import { getJson, smartQuery } from './rest.js';

/** Phases in which the escrow has paid nothing yet. */
const BEFORE_PAYOUT: readonly Phase[] = ['upcoming', 'active', 'ended', 'committing', 'challenge', 'disputed'];
const PHASES: readonly Phase[] = [...BEFORE_PAYOUT, 'distributing', 'completed', 'cancelled', 'expired'];

/** Published facts about the contracts of a chain, and the escrow to check. */
export interface EscrowClaim {
  /** A node's REST endpoint, without a slash at the end. */
  rest: string;
  escrow: string;
  factory: string;
  /** Published SHA-256 of the escrow's Wasm, lowercase hex. */
  checksum: string;
  /** Published escrow admin; null when escrows are immutable. */
  admin: string | null;
}

export interface Check {
  /** What is compared, in terms of the specification. */
  name: string;
  expected: string;
  actual: string;
  ok: boolean;
}

interface ContractInfo {
  contract_info: { creator: string; code_id: string; admin: string; label: string };
}

/**
 * The checks of specification 4.5 by plain HTTP, and a check of the Instantiate2 address.
 * @returns all checks, passed or failed
 * @throws RestError when the node is unreachable or has no such contract
 */
export async function verifyEscrow({ rest, escrow, factory, checksum, admin }: EscrowClaim): Promise<Check[]> {
  const { contract_info: info } = await getJson<ContractInfo>(rest, `/cosmwasm/wasm/v1/contract/${escrow}`);
  const [{ code_info: code }, status] = await Promise.all([
    getJson<{ code_info: { data_hash: string } }>(rest, `/cosmwasm/wasm/v1/code/${info.code_id}`),
    smartQuery<EscrowStatusResponse>(rest, escrow, { status: {} }),
  ]);
  const { campaign_id, funding_attempt, phase, balance, funded_total } = status;
  const entry = await smartQuery<CampaignEntry>(rest, factory, { campaign: { campaign_id } });
  const attempt = { campaignId: campaign_id, fundingAttempt: funding_attempt };
  const checks = [
    equal('creator is the factory', factory, info.creator),
    equal('label', escrowLabel(attempt), info.label),
    equal('data_hash is the published checksum', checksum, code.data_hash.toLowerCase()),
    equal('admin', admin ?? '', info.admin),
    equal('address by Instantiate2', predictEscrowAddress({ ...attempt, factory, checksum }), escrow),
    equal("the factory's campaign: escrow", escrow, entry.escrow),
    equal("the factory's campaign: funding attempt", funding_attempt, entry.funding_attempt),
    check('phase is one of the ten', PHASES.join(', '), phase, PHASES.includes(phase)),
    check('paused is true while paused_until is known', status.paused_until !== null, status.paused),
  ];
  if (BEFORE_PAYOUT.includes(phase) && balance !== null) {
    const ok = BigInt(balance) >= BigInt(funded_total);
    checks.push(check('balance covers funded_total', `at least ${funded_total}`, balance, ok));
  }
  return checks;
}

const equal = (name: string, expected: string | number, actual: string | number): Check =>
  check(name, expected, actual, expected === actual);

function check(name: string, expected: unknown, actual: unknown, ok = expected === actual): Check {
  return { name, expected: String(expected), actual: String(actual), ok };
}
