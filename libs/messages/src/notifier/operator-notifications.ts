import { contract } from '../language/contract/contract.js';
import { AdminId, ListOfOneOf, combine, enumeration } from '../language/fields/index.js';

/** Types of mails to operators about the platform. */
export const OPERATOR_NOTIFICATION_TYPES = enumeration('OperatorNotificationType', [
  'integration.down',
  'integration.recovered',
  'integration.quota_nearly_used',
  'payouts.undecided',
  'payouts.objected',
  'escrow.balance_low',
  'escrow.contradiction',
  'escrow.deadline_near',
  'escrow.deadline_missed',
  'escrow.lane_blocked',
  'escrow.fees_capped',
  'chain.node_faulty',
  'chain.reset',
]);
export type OperatorNotificationType = (typeof OPERATOR_NOTIFICATION_TYPES)[number];

const PREFERENCES = '/v1/admin/notifications/preferences';
const tag = 'admin';

class OwnRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;
}

export class OperatorNotificationPreferences {
  @ListOfOneOf(OPERATOR_NOTIFICATION_TYPES, {
    max: OPERATOR_NOTIFICATION_TYPES.length,
    description: 'Types that are not mailed to the operator; none by default',
    example: ['integration.recovered'],
  })
  muted!: OperatorNotificationType[];
}

export const getOperatorNotificationPreferences = contract({
  subject: 'notifier.operator-preferences.get',
  request: OwnRequest,
  reply: OperatorNotificationPreferences,
  http: {
    id: 'adminGetNotificationPreferences',
    route: `GET ${PREFERENCES}`,
    tag,
    summary: 'Get which notifications are mailed to you',
  },
});

class SetRequest extends combine(OwnRequest, OperatorNotificationPreferences) {}

export const setOperatorNotificationPreferences = contract({
  subject: 'notifier.operator-preferences.set',
  request: SetRequest,
  reply: OperatorNotificationPreferences,
  http: {
    id: 'adminSetNotificationPreferences',
    route: `PUT ${PREFERENCES}`,
    tag,
    summary: 'Set which notifications are mailed to you',
  },
});
