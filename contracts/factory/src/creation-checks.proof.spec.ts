import { type Ticket } from '@questp/message-schema';
import {
  coins,
  DAY,
  outcome,
  SIGNER,
  signText,
  STRANGER,
  TestFactory,
  type Creation,
} from './testing/test-factory.fixture.js';

interface Attempt extends Required<Creation> {
  ticket: Ticket;
  /** Text put in place of the ticket's JSON after the ticket is complete. */
  rewrite: (json: string) => string;
}

/** One way to fail each check: the code, and what to change. */
const CHECKS: [code: string, fault: (attempt: Attempt, factory: TestFactory) => void][] = [
  ['paused', (_, f) => f.execute(f.guardian, { pause: { until: String(f.chain.time + DAY) } })],
  ['invalid_signature', (a) => (a.key = STRANGER)],
  ['invalid_ticket', (a) => (a.rewrite = (json) => json.replace('{', '{"surprise":1,'))],
  ['unsupported_ticket_version', (a) => (a.ticket.v = 1)],
  ['wrong_chain', (a) => (a.ticket.chain_id = 'testing-2')],
  ['wrong_factory', (a, f) => (a.ticket.factory = f.bob)],
  ['stale_escrow_code', (a) => (a.ticket.escrow_code_id = 99)],
  ['not_ticket_owner', (a, f) => (a.sender = f.bob)],
  ['ticket_expired', (a, f) => (a.ticket.expires_at = String(f.chain.time))],
  ['invalid_campaign_id', (a) => (a.ticket.campaign_id = 'Spring Sale')],
  ['invalid_funding_attempt', (a) => (a.ticket.funding_attempt = 0)],
  ['invalid_schedule', (a) => (a.ticket.ends_at = a.ticket.starts_at)],
  ['fee_too_high', (a) => (a.ticket.fee_bps = 1001)],
  ['invalid_max_share', (a) => (a.ticket.max_share_bps = 10_001)],
  ['window_out_of_limits', (a) => (a.ticket.challenge_secs = 1)],
  ['invalid_funding', (a) => (a.funds = coins(999_999n))],
  ['funding_attempt_refused', (a) => (a.ticket.funding_attempt = 2)],
];

describe('the seventeen checks of a creation', () => {
  const factory = new TestFactory();
  const fresh = factory.chain.snapshot();
  beforeEach(() => factory.chain.restore(fresh));

  /** Tries to create a campaign with these faults; the last one wins where two touch the same field. */
  function attemptWith(faults: ((attempt: Attempt, factory: TestFactory) => void)[]): string {
    const attempt: Attempt = {
      ticket: factory.ticket(),
      key: SIGNER,
      sender: factory.alice,
      funds: coins(1_000_000n),
      rewrite: (json) => json,
    };
    for (const fault of faults) fault(attempt, factory);
    const signed = signText(attempt.rewrite(JSON.stringify(attempt.ticket)), attempt.key);
    return outcome(factory.execute(attempt.sender, { create_campaign: signed }, attempt.funds));
  }

  it('accept an ordinary ticket', () => {
    expect(attemptWith([])).toBe('ok');
  });

  it.each(CHECKS)('%s', (code, fault) => {
    expect(attemptWith([fault])).toBe(code);
  });

  it.each(CHECKS.map(([code], i) => [code, i] as const))('%s precedes every later check', (code, i) => {
    const [, fault] = CHECKS[i]!;
    for (const [later, laterFault] of CHECKS.slice(i + 1)) {
      factory.chain.restore(fresh);
      expect([later, attemptWith([laterFault, fault])]).toEqual([later, code]);
    }
  });
});
