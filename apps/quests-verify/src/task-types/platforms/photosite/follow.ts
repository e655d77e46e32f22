import { readPhotositeAccount } from '@questp/messages/integrations';
import { handle } from '../../../catalog/definition/common-fields.js';
import { httpUrl, line, object, shown } from '../../../catalog/definition/json-schema.js';
import { actionProof, provenAction, screenshot } from '../../../catalog/definition/proven-action.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { platformCheck } from '../platform-check.js';

/**
 * Spec 2.4 "Semi": the photo site returns to a connected account whether a user who has written to it follows it, and
 * nothing about other accounts.
 */
export const follow = defineTaskType({
  id: 'social_photosite_follow',
  name: 'Follow',
  category: 'social',
  automation: { level: 'semi', hint: 'after a message to the account; otherwise reviewed' },
  methods: ['hybrid', 'platform_api', 'manual'],
  periods: ONCE,
  config: object(
    {
      handle: handle("Account to follow, without @. A check needs it to be the project's photo-site connection."),
      accountName: shown(line('Name of the account; looked up.', 100)),
      accountPictureUrl: shown(httpUrl('Picture of the account; looked up.')),
    },
    ['handle'],
  ),
  inputs: object({
    handle: handle("For a reviewer: the earner's own account, without @."),
    ...actionProof,
  }),
  target: {
    pointer: '/handle',
    contract: readPhotositeAccount,
    ask: ({ handle: asked }, projectId) => ({ projectId, handle: asked }),
    resolved: (config, found) => ({ ...config, ...withoutNulls(found) }),
    isOptional: () => true,
  },
  ...platformCheck,
  ...provenAction,
  facts: {
    photositeFollow: () => ({}),
    evidence: screenshot,
  },
  rule: ({ handle: followed }, _inputs, { photositeFollow }) =>
    photositeFollow?.isFollowing === true
      ? { kind: 'pass', subjects: [{ kind: 'account', subject: `photosite/${photositeFollow.accountId}` }] }
      : { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: `Your linked account does not follow ${followed}.` },
  exampleConfig: { handle: 'orbit' },
});

const withoutNulls = (found: object) => Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
