import type { MergeNotice } from '@questp/messages/notifier';
import type { QuestMail } from '@questp/messages/shared';
import type { EventTypes } from '@questp/messages/tables';

interface Code {
  code: string;
}

type QuestCode = Code & Pick<QuestMail, 'projectName' | 'questTitle'>;

type Incident = Pick<EventTypes['integration.incident'], 'name' | 'detail'>;

/** Parameters of each mail. */
export interface MailParams {
  admin_created: Pick<EventTypes['admin.created'], 'email' | 'role'>;
  admin_sign_in_locked: Pick<EventTypes['admin.sign_in_locked'], 'email' | 'ip' | 'lockedUntil'>;
  admin_second_factor_reset: Pick<EventTypes['admin.second_factor_reset'], 'email'>;
  merge_notice: Omit<MergeNotice, 'objectionToken'>;
  'quest.email_link_otp': QuestCode;
  'quest.email_link_otp_intro': QuestCode & { intro: string };
  sign_in_code: Code;
  link_code: Code;
  password_code: Code;
  email_linked: object;
  email_changed: object;
  email_unlinked: object;
  wallet_linked: object;
  wallet_unlinked: object;
  payout_address_changed: object;
  account_linked: object;
  account_unlinked: object;
  password_changed: object;
  second_factor_code: Code;
  two_factor_on: object;
  two_factor_off: object;
  recovery_codes_renewed: object;
  operator_access_changed: object;
  operator_password_code: Code;
  operator_password_reset: object;
  integration_down: Incident;
  integration_recovered: Incident;
  integration_quota_nearly_used: Incident;
  payouts_undecided: EventTypes['payouts.undecided'];
  payouts_objected: Pick<EventTypes['payouts.objected'], 'campaignId' | 'version' | 'autoApproveAt'>;
  escrow_contradiction: Pick<EventTypes['escrow.contradiction'], 'campaignId' | 'attempt' | 'reason'>;
  escrow_deadline_near: Pick<EventTypes['escrow.deadline_near'], 'campaignId' | 'commitDeadline' | 'reason'>;
  escrow_deadline_missed: Pick<EventTypes['escrow.deadline_missed'], 'campaignId' | 'commitDeadline' | 'reason'>;
  escrow_lane_blocked: Omit<EventTypes['escrow.lane_blocked'], 'times'>;
  escrow_fees_capped: EventTypes['escrow.fees_capped'];
  escrow_balance_low: Omit<EventTypes['escrow.balance_low'], 'times'>;
  chain_node_faulty: Pick<EventTypes['chain.node_faulty'], 'chainId' | 'fault'> & { node: string };
  chain_reset: Pick<EventTypes['chain.reset'], 'chainId' | 'heightBefore' | 'height'>;
}

export type MailTemplate = keyof MailParams;

const DEADLINE = {
  campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02',
  commitDeadline: '2026-06-01T12:00:00.000Z',
  reason: 'No payout plan of this funding is approved.',
};

const QUEST_CODE = { code: '0ak3v9x2qa', projectName: 'Moon', questTitle: 'Verify your work address' };

/** Examples for the page of all mails. */
export const MAIL_EXAMPLES: MailParams = {
  admin_created: { email: 'operator@example.org', role: 'super_admin' },
  admin_sign_in_locked: { email: 'operator@example.org', ip: '203.0.113.9', lockedUntil: '2026-05-01T12:15:00.000Z' },
  admin_second_factor_reset: { email: 'operator@example.org' },
  merge_notice: {
    ...{ survivor: 'alice', absorbed: 'bob' },
    mergedAt: '2026-05-01T12:00:00.000Z',
    undoableUntil: '2026-05-08T12:00:00.000Z',
  },
  'quest.email_link_otp': QUEST_CODE,
  'quest.email_link_otp_intro': { ...QUEST_CODE, intro: 'Use the address of your university.' },
  sign_in_code: { code: '0ak3v9x2qa' },
  link_code: { code: '0ak3v9x2qa' },
  password_code: { code: '0ak3v9x2qa' },
  email_linked: {},
  email_changed: {},
  email_unlinked: {},
  wallet_linked: {},
  wallet_unlinked: {},
  payout_address_changed: {},
  account_linked: {},
  account_unlinked: {},
  password_changed: {},
  second_factor_code: { code: '0ak3v9x2qa' },
  two_factor_on: {},
  two_factor_off: {},
  recovery_codes_renewed: {},
  operator_access_changed: {},
  operator_password_code: { code: '0ak3v9x2qa' },
  operator_password_reset: {},
  integration_down: { name: 'codehost', detail: 'It was answered with status 401. Check clientId and clientSecret.' },
  integration_recovered: { name: 'codehost', detail: 'Client id and secret were accepted.' },
  integration_quota_nearly_used: { name: 'videosite', detail: 'The daily quota of the video site is used up.' },
  payouts_undecided: { campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02', submitted: 120, undecided: 30 },
  payouts_objected: {
    ...{ campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02', version: 3 },
    autoApproveAt: '2026-06-04T12:00:00.000Z',
  },
  escrow_contradiction: {
    ...{ campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02', attempt: 1 },
    reason: 'The escrow has another allocation_sha256.',
  },
  escrow_deadline_near: DEADLINE,
  escrow_deadline_missed: DEADLINE,
  escrow_lane_blocked: { chainId: 'neutron-1', provider: 'escrow_operator', reason: 'A transaction is in no block.' },
  escrow_fees_capped: { chainId: 'neutron-1', provider: 'escrow_operator', denom: 'untrn', dailyFees: '25000000' },
  escrow_balance_low: {
    ...{ chainId: 'neutron-1', provider: 'escrow_operator', denom: 'untrn', balance: '1200', fee: '3250' },
    address: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
  },
  chain_node_faulty: { chainId: 'neutron-1', node: '2', fault: 'deviating' },
  chain_reset: { chainId: 'pion-1', heightBefore: 5_000, height: 12 },
};
