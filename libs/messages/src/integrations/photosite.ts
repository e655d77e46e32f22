import { factContract, ofAccount } from './facts.js';
import { ACCOUNT_ID } from './oauth.js';
import { WebhookRequest } from './webhooks.js';
import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Flag, Id, OneOf, Text, Time, UserId } from '../language/fields/index.js';

const HANDLE = { max: 64, form: 'handle', example: 'orbit' } as const;

const WEBHOOK = '/v1/photosite/webhook';
const SUBSCRIBE = ['subscribe'] as const;

class VerifyWebhookRequest {
  @OneOf(SUBSCRIBE, { description: 'What is verified', example: 'subscribe' })
  'hub.mode'!: (typeof SUBSCRIBE)[number];

  @Text({ max: 500, storable: false, description: 'The verify token of the credentials', example: 'a-verify-token' })
  'hub.verify_token'!: string;

  @Text({ max: 200, form: 'token_text', description: 'What the answer is', example: '1158201444' })
  'hub.challenge'!: string;
}

class WebhookChallenge {
  @Text({ max: 200, form: 'token_text', description: '`hub.challenge` of the request', example: '1158201444' })
  challenge!: string;
}

/** UNAUTHENTICATED with another verify token than that of the credentials. */
export const verifyPhotositeWebhook = contract({
  subject: 'integrations.photosite.verify',
  request: VerifyWebhookRequest,
  reply: WebhookChallenge,
  http: {
    id: 'verifyPhotositeWebhook',
    route: `GET ${WEBHOOK}`,
    tag: 'webhooks',
    summary: 'Verify the webhook of the photo site',
    description: 'Called by the photo site when an operator registers this address.',
    text: 'challenge',
  },
});

/** UNAUTHENTICATED without the signature of the photo site. */
export const receivePhotositeMessage = contract({
  subject: 'integrations.photosite.receive',
  request: WebhookRequest,
  reply: null,
  http: {
    id: 'receivePhotositeMessage',
    route: `POST ${WEBHOOK}`,
    tag: 'webhooks',
    summary: 'Receive messages to accounts of the photo site',
    description:
      'Called by the photo site, with the HMAC-SHA-256 of the body under the app secret in `X-Hub-Signature-256`. Messages with a code are stored before the answer, others are not stored.',
    again: 'A message has its effect once.',
    webhook: true,
    example: { body: '{"object":"instagram","entry":[]}' },
  },
});

/** Minutes in which a code of `startPhotositeLink` can be sent. */
export const PHOTOSITE_CODE_MINUTES = 30;

class StartPhotositeLinkRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ description: 'The project whose account receives the code' })
  projectId!: string;
}

export class PhotositeLink {
  @Text({ max: 11, description: 'The code to send', example: 'K7QXD-4MPRT' })
  code!: string;

  @Text({ max: 100, description: 'Account that the code is sent to, in a message', example: 'orbit' })
  handle!: string;

  @Text({ max: 200, description: 'URL that opens a message to the account', example: 'https://ig.me/m/orbit' })
  url!: string;

  @Time({ description: 'When the code expires' })
  expiresAt!: Timestamp;
}

/** NOT_FOUND for a project that is not connected to an account. */
export const startPhotositeLink = contract({
  subject: 'integrations.photosite.start-link',
  request: StartPhotositeLinkRequest,
  reply: PhotositeLink,
  errors: ['NOT_FOUND'],
  http: {
    id: 'startPhotositeLink',
    route: 'POST /v1/users/me/photosite/code',
    tag: 'users',
    summary: 'Get a code that links your account of the photo site',
    description: `Send it from your account as a message to the account of the project. The answer names the first account that sends it and the user, and has a second code. The account is linked when it sends the second code, within ${PHOTOSITE_CODE_MINUTES} minutes of this call; listLinkedAccounts then has it. A link that is not confirmed ends. The photo site lets each account read only people who have written to it, so quests of another project need a code of that project.`,
    again: 'Each call returns a new code; earlier codes end.',
  },
});

class PhotositeAccountRequest {
  @Id()
  projectId!: string;

  @Text(HANDLE)
  handle!: string;
}

/** A professional account of the photo site as the studio shows it. */
export class PhotositeAccount {
  @Text({ max: 100 })
  handle!: string;

  @Text({ max: 100, nullable: true })
  accountName!: string | null;

  @Text({ max: 500, nullable: true })
  accountPictureUrl!: string | null;
}

/** The account that the project is connected to, if it has the handle. */
export const readPhotositeAccount = factContract(
  'integrations.facts.photosite-account',
  PhotositeAccountRequest,
  PhotositeAccount,
  { reads: 'the account that the project is connected to', within: 'one answer' },
);

class PhotositeFollowRequest {
  @Id()
  projectId!: string;

  @UserId()
  userId!: string;
}

export class PhotositeFollow {
  @Text({ ...ACCOUNT_ID, description: 'Id of the linked account for the connected one' })
  accountId!: string;

  @Flag()
  isFollowing!: boolean;
}

/** Whether the linked account of the user follows the account that the project is connected to. */
export const readPhotositeFollow = ofAccount(
  { provider: 'photosite', isScoped: true },
  factContract('integrations.facts.photosite-follow', PhotositeFollowRequest, PhotositeFollow, {
    reads: 'whether the linked account follows the connected one',
    within: 'one answer',
  }),
);
