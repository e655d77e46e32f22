import type { MessengerMemberStatus } from '@questp/messages/integrations';
import { availableType } from '../../../catalog/definition/task-type.js';
import { NO_FACTS } from '../../../catalog/definition/facts.js';
import { botStart } from './bot-start.js';
import { join } from './join.js';

const FACTS = { ...NO_FACTS, now: new Date(), startsAt: null, endsAt: null };
const PASS = { kind: 'pass', subjects: [{ kind: 'account', subject: 'messenger/7' }] };
const REFUSED = expect.objectContaining({ kind: 'fail', code: 'ACTION_NOT_FOUND' }) as object;

describe('joining a chat', () => {
  const decide = (requireStatus: string | undefined, status: MessengerMemberStatus | null) =>
    availableType(join).rule(
      { chatId: '-1', ...(requireStatus !== undefined && { requireStatus }) },
      {},
      { ...FACTS, messengerMember: status && { accountId: '7', chatId: '-1', status } },
    );

  it.each([
    [undefined, 'member', PASS],
    ['member', 'member', PASS],
    ['member', 'creator', PASS],
    ['administrator', 'member', REFUSED],
    ['administrator', 'administrator', PASS],
    ['creator', 'administrator', REFUSED],
    ['creator', 'creator', PASS],
    ['member', null, REFUSED],
  ] as const)('as %s by a %s', (needed, status, expected) => {
    expect(decide(needed, status)).toEqual(expected);
  });
});

describe('starting a bot', () => {
  it.each([
    [{ accountId: '7', startedAt: '2026-05-01T12:00:00.000Z' }, PASS],
    [null, REFUSED],
  ])('by %j', (messengerStart, expected) => {
    expect(availableType(botStart).rule({}, {}, { ...FACTS, messengerStart })).toEqual(expected);
  });
});
