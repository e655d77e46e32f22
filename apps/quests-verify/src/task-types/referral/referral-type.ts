import { MAX_REFERRALS_COUNTED } from '@questp/messages/quests';
import { AppError, FORMS } from '@questp/messages/language';
import type { ReferralCondition } from '../../catalog/definition/facts.js';
import { id, integer, NOTHING, object, text, withDefault, type ValueOf } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE, type TaskType } from '../../catalog/definition/task-type.js';

export const referralConfig = object({
  minReferrals: withDefault(integer('Invited earners needed.', 1, MAX_REFERRALS_COUNTED), 1),
  minCompletions: withDefault(integer('Quests of this campaign each of them has to complete.', 0, 100), 1),
  minPoints: withDefault(integer('Points each of them has to earn in this campaign.', 0, 1_000_000), 0),
  requiredQuestId: id(
    text('Quest of this campaign that each of them has to complete.', 36, { pattern: FORMS.uuid.pattern.source }),
  ),
});
type Config = ValueOf<typeof referralConfig>;

export const conditionOf = ({ minCompletions, minPoints, requiredQuestId }: Config): ReferralCondition => ({
  minCompletions,
  minPoints,
  ...(requiredQuestId !== undefined && { requiredQuestId }),
});

/** Spec 2.4 "referral": invited accounts that became active. */
export const socialReferral = defineTaskType({
  id: 'social_referral',
  name: 'Referral',
  category: 'social',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  periods: ONCE,
  config: referralConfig,
  inputs: NOTHING,
  available: true,
  facts: { referrals: conditionOf },
  rule: ({ minReferrals }, _, { referrals }) => {
    const counted = referrals?.counted ?? 0;
    if (counted >= minReferrals) return { kind: 'pass' };
    const detail = `${counted} of ${minReferrals} invited earners count so far.`;
    return { kind: 'fail', code: 'REFERRALS_MISSING', detail };
  },
  exampleConfig: { minReferrals: 3, minCompletions: 0 },
  exampleInputs: {},
});

/** WRONG_TASK_TYPE */
export function requireReferralQuest(type: TaskType): void {
  if (type.id === socialReferral.id) return;
  throw new AppError('WRONG_TASK_TYPE', { detail: `The quest is of type ${type.id}; it counts no referrals.` });
}
