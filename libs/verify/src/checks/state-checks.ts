import { type Phase } from '@questp/message-schema';
import { type EscrowStatus } from '../node/answers.js';
import { type Bundle } from '../bundle/bundle.js';
import { check, type Check } from './check.js';

/** Nothing is promised to earners in these: the pool is the owner's until it is refunded. */
const OPEN = ['upcoming', 'active', 'ended', 'committing', 'cancelled', 'expired'] as const satisfies Phase[];
const FINALIZED = ['challenge', 'disputed', 'distributing', 'completed'] as const satisfies Phase[];
const PHASES: readonly string[] = [...OPEN, ...FINALIZED];

const SECOND = 1_000_000_000n;

/** Phase, pauses and what the escrow holds. */
export function stateChecks({ status, pause, config }: Bundle): Check[] {
  return [
    check('phase is one of the ten', [status], ({ phase }) => ({
      expected: PHASES.join(', '),
      actual: phase,
      agrees: PHASES.includes(phase),
    })),
    check('paused is true while paused_until is known', [status], ({ paused, paused_until }) => ({
      expected: paused_until !== null,
      actual: paused,
    })),
    check("the factory's pause holds in the escrow", [status, pause], (escrow, factory) => {
      if (!factory.paused) return { later: 'the factory is not paused' };
      const until = BigInt(escrow.paused_until ?? 0);
      const expected = BigInt(factory.paused_until ?? 0);
      return { expected: `until ${expected} at least`, actual: `until ${until}`, agrees: until >= expected };
    }),
    check('deadlines are moved by the paused time', [status, config], ({ deadlines, frozen_secs, paused }, found) => {
      const shifts = (['starts_at', 'ends_at'] as const).map(
        (name) => (BigInt(deadlines[name]) - BigInt(found.parameters[name])) / SECOND,
      );
      const frozen = BigInt(frozen_secs);
      // While a pause runs, its rest is added to deadlines that have not passed.
      const agrees = shifts.every((shift) => (paused ? shift >= frozen : shift === frozen));
      return { expected: `${frozen} s${paused ? ' at least' : ''}`, actual: `${shifts.join(' s and ')} s`, agrees };
    }),
    check('balance covers what is owed', [status], (found) => {
      if (found.balance === null) return { unchecked: 'the escrow cannot read its balance' };
      const owed = owedBy(found);
      return { expected: `at least ${owed}`, actual: found.balance, agrees: BigInt(found.balance) >= owed };
    }),
  ];
}

/** Minimum balance of the escrow: its funds less refunds, and once the pool is finalized, the unpaid rest. */
function owedBy(status: EscrowStatus): bigint {
  const { phase, finalized, funded_total, refunded_total, paid_total, failed_outstanding } = status;
  if (phase === 'completed') return BigInt(failed_outstanding);
  const [had, left] = finalized ? [finalized.gross_balance, paid_total] : [funded_total, refunded_total];
  return BigInt(had) > BigInt(left) ? BigInt(had) - BigInt(left) : 0n;
}
