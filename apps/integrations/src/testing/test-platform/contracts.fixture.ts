import { factContract, ofAccount } from '@questp/messages/integrations';
import { contract, Flag, Text, UserId } from '@questp/messages/language';

class BadgeRequest {
  @UserId()
  userId!: string;
}

class Badge {
  @Text({ max: 64 })
  accountId!: string;

  @Flag()
  hasBadge!: boolean;
}

export const readBadge = ofAccount(
  { provider: 'codehost' },
  factContract('integrations.facts.test-badge', BadgeRequest, Badge, {
    reads: 'whether the account has the badge',
    within: 'one answer',
  }),
);

class BadgeEvent {
  @Text({ max: 1_000 })
  body!: string;

  @Text({ max: 100 })
  signature!: string;
}

export const receiveBadgeEvent = contract({
  subject: 'integrations.test-platform.event',
  callers: ['gateway'],
  request: BadgeEvent,
  reply: null,
});
