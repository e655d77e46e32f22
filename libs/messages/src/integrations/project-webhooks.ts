import { Creating, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf, pageOf, PageRequest } from '../language/contract/paging.js';
import {
  combine,
  Count,
  enumeration,
  Flag,
  Id,
  Line,
  ListOf,
  ListOfOneOf,
  Nested,
  OneOf,
  partial,
  pick,
  Text,
  Time,
  UserId,
  Whole,
} from '../language/fields/index.js';

/** Events that a webhook of a project can receive. Each has the project as its audience (`EVENT_TABLE`). */
export const WEBHOOK_EVENTS = enumeration('WebhookEvent', [
  'submission.claimed',
  'submission.in_review',
  'submission.pending',
  'submission.rejected',
  'submission.reviewed',
  'campaign.activated',
  'campaign.started',
  'campaign.ended',
  'project.member_invited',
  'project.member_added',
  'project.member_removed',
  'project.member_updated',
  'payout_plan.changed',
  'payouts.changed',
]);
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of `testWebhook`, which every webhook receives. */
export const WEBHOOK_TEST = 'webhook.test';

export const DELIVERY_STATUSES = enumeration('WebhookDeliveryStatus', ['waiting', 'delivered', 'failed']);
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `gone`: the endpoint answered 410. `failing`: no delivery succeeded for days. `backlog`: too many wait. */
export const DISABLED_REASONS = enumeration('WebhookDisabledReason', ['team', 'gone', 'failing', 'backlog']);
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `answered`: see `status`. `no_answer`: no whole answer came over HTTPS from a public address in time. */
export const TRY_OUTCOMES = enumeration('WebhookTryOutcome', ['answered', 'no_answer']);
export type TryOutcome = (typeof TRY_OUTCOMES)[number];

export const MAX_WEBHOOKS = 10;
/** Tries of a delivery that are kept and shown, newest first. */
export const MAX_TRIES_SHOWN = 12;
/** Characters of an answer that are kept. */
export const MAX_ANSWER = 1_000;
/** Deliveries that one request sends again. */
export const MAX_RESENT = 1_000;

const WEBHOOKS = '/v1/projects/:projectId/webhooks';
const WEBHOOK = `${WEBHOOKS}/:webhookId`;
const tag = 'webhooks';

export class WebhookFields {
  @Text({
    max: 2_048,
    form: 'web_url',
    description: 'Public https URL of the endpoint; redirects are not followed',
    example: 'https://quests.example.org/hooks/questp',
  })
  url!: string;

  @ListOfOneOf(WEBHOOK_EVENTS, { min: 1, max: WEBHOOK_EVENTS.length, description: 'Events that it receives' })
  events!: WebhookEvent[];

  @Line({ max: 200, nullable: true, description: 'What the team uses it for; null: nothing written', example: 'CRM' })
  description!: string | null;

  @Flag({ description: 'False: nothing is sent; events of that time are not delivered later' })
  enabled!: boolean;
}

/** An endpoint of a project that receives events of the platform, see docs/guides/signed-requests.md. */
export class ProjectWebhook extends WebhookFields {
  @Id({ description: 'Id of the webhook' })
  id!: string;

  @OneOf(DISABLED_REASONS, { nullable: true, description: 'Why it is disabled; null: it is enabled', example: null })
  disabledReason!: DisabledReason | null;

  @Time({
    nullable: true,
    description: 'First failed delivery since the last that succeeded; null: none',
    example: null,
  })
  failingSince!: Timestamp | null;

  @Time({
    nullable: true,
    description: 'Until when deliveries are also signed with the previous secret; null: there is none',
    example: null,
  })
  previousSecretUntil!: Timestamp | null;

  @UserId({ description: 'Public id of the user who created it' })
  createdBy!: string;

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;
}

class WebhooksRequest {
  @Id()
  projectId!: string;
}

class WebhookRequest extends WebhooksRequest {
  @Id({ description: 'Id of the webhook' })
  webhookId!: string;
}

class ByAdmin {
  @UserId({ from: 'userId' })
  userId!: string;
}

const SECRET = {
  max: 64,
  nullable: true,
  description: 'The signing secret: whsec_ and 32 bytes in base64. Returned only once; null in a replayed answer.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
} as const;

export class WebhookWithSecret {
  @Nested(() => ProjectWebhook, { description: 'The webhook' })
  webhook!: ProjectWebhook;

  @Text(SECRET)
  secret!: string | null;
}

class CreateWebhookRequest extends combine(WebhooksRequest, ByAdmin, Creating, pick(WebhookFields, 'url', 'events')) {
  @Line({ max: 200, optional: true, description: 'What the team uses it for', example: 'CRM' })
  description?: string;
}

export const createWebhook = contract({
  subject: 'integrations.project-webhooks.create',
  request: CreateWebhookRequest,
  reply: WebhookWithSecret,
  errors: ['INVALID_TRANSITION', 'TOO_MANY'],
  http: {
    id: 'createWebhook',
    route: `POST ${WEBHOOKS}`,
    tag,
    summary: 'Create a webhook',
    description: `A project has at most ${MAX_WEBHOOKS}. Each has a signing secret of its own.`,
    status: 201,
    idempotent: true,
  },
});

export const listWebhooks = contract({
  subject: 'integrations.project-webhooks.list',
  request: WebhooksRequest,
  reply: listOf(ProjectWebhook, { max: MAX_WEBHOOKS }),
  http: { id: 'listWebhooks', route: `GET ${WEBHOOKS}`, tag, summary: 'List the webhooks of a project' },
});

export const getWebhook = contract({
  subject: 'integrations.project-webhooks.get',
  request: WebhookRequest,
  reply: ProjectWebhook,
  http: { id: 'getWebhook', route: `GET ${WEBHOOK}`, tag, summary: 'Get a webhook' },
});

class UpdateWebhookRequest extends combine(WebhookRequest, ByAdmin, partial(WebhookFields)) {}

export const updateWebhook = contract({
  subject: 'integrations.project-webhooks.update',
  request: UpdateWebhookRequest,
  reply: ProjectWebhook,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'updateWebhook',
    route: `PATCH ${WEBHOOK}`,
    tag,
    summary: 'Change, enable or disable a webhook',
    description: 'Waiting deliveries are sent to the new URL. Enabling it again sends those that still wait.',
  },
});

export const deleteWebhook = contract({
  subject: 'integrations.project-webhooks.delete',
  request: combine(WebhookRequest, ByAdmin),
  reply: null,
  http: { id: 'deleteWebhook', route: `DELETE ${WEBHOOK}`, tag, summary: 'Delete a webhook and its deliveries' },
});

export const rotateWebhookSecret = contract({
  subject: 'integrations.project-webhooks.rotate-secret',
  request: combine(WebhookRequest, ByAdmin, Creating),
  reply: WebhookWithSecret,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'rotateWebhookSecret',
    route: `POST ${WEBHOOK}/secret`,
    tag,
    summary: 'Rotate the signing secret of a webhook',
    description: 'The previous secret also signs for 24 hours, so that the endpoint can be updated.',
    status: 201,
    idempotent: true,
  },
});

export class WebhookDelivery {
  @Id({ description: 'Id of the delivery' })
  id!: string;

  @Id({ description: 'Id of the event, which is also the header `webhook-id`; the same each time it is sent' })
  eventId!: string;

  @Text({ max: 64, description: 'Type of the event', example: 'submission.claimed' })
  event!: string;

  @OneOf(DELIVERY_STATUSES, { description: 'failed: no try follows', example: 'waiting' })
  status!: DeliveryStatus;

  @Count({ description: 'Tries since it was last requested', example: 1 })
  tries!: number;

  @Time({ nullable: true, description: 'Next try; null: none follows', example: '2026-05-01T12:00:05.000Z' })
  nextTryAt!: Timestamp | null;

  @Time()
  createdAt!: Timestamp;

  @Time({ nullable: true, description: 'When it was delivered or failed; null: it waits', example: null })
  finishedAt!: Timestamp | null;
}

export class WebhookTry {
  @Time({ description: 'When the request was sent' })
  at!: Timestamp;

  @Text({ max: 2_048, description: 'URL that it was sent to', example: 'https://quests.example.org/hooks/questp' })
  url!: string;

  @OneOf(TRY_OUTCOMES, { description: 'no_answer: no whole answer came from a public address in time' })
  outcome!: TryOutcome;

  @Whole({ min: 100, max: 999, nullable: true, description: 'Status of the answer; null: none came', example: 200 })
  status!: number | null;

  @Text({
    max: MAX_ANSWER,
    nullable: true,
    description: `First ${MAX_ANSWER} characters of the answer; null: none came`,
    example: 'ok',
  })
  answer!: string | null;
}

export class WebhookDeliveryDetail extends WebhookDelivery {
  @Text({ max: 32_768, description: 'Body of the request', example: '{"type":"submission.claimed","data":{}}' })
  body!: string;

  @ListOf(() => WebhookTry, { max: MAX_TRIES_SHOWN, description: 'Newest first' })
  log!: WebhookTry[];
}

class ListWebhookDeliveriesRequest extends combine(WebhookRequest, PageRequest) {
  @OneOf(DELIVERY_STATUSES, { optional: true, description: 'Only deliveries with this status' })
  status?: DeliveryStatus;

  @Text({ max: 64, optional: true, description: 'Only deliveries of this event', example: 'submission.claimed' })
  event?: string;

  @Time({ optional: true, description: 'Start of the range, inclusive' })
  from?: Timestamp;

  @Time({ optional: true, description: 'End of the range, exclusive' })
  to?: Timestamp;
}

export const listWebhookDeliveries = contract({
  subject: 'integrations.project-webhooks.list-deliveries',
  request: ListWebhookDeliveriesRequest,
  reply: pageOf(WebhookDelivery),
  http: {
    id: 'listWebhookDeliveries',
    route: `GET ${WEBHOOK}/deliveries`,
    tag,
    summary: 'List the deliveries of a webhook, newest first',
    description: 'Deliveries are kept for 30 days.',
  },
});

class WebhookDeliveryRequest extends WebhookRequest {
  @Id({ description: 'Id of the delivery' })
  deliveryId!: string;
}

export const getWebhookDelivery = contract({
  subject: 'integrations.project-webhooks.get-delivery',
  request: WebhookDeliveryRequest,
  reply: WebhookDeliveryDetail,
  http: {
    id: 'getWebhookDelivery',
    route: `GET ${WEBHOOK}/deliveries/:deliveryId`,
    tag,
    summary: 'Get a delivery with its request and answers',
  },
});

export const resendWebhookDelivery = contract({
  subject: 'integrations.project-webhooks.resend',
  request: combine(WebhookDeliveryRequest, ByAdmin),
  reply: WebhookDelivery,
  http: {
    id: 'resendWebhookDelivery',
    route: `POST ${WEBHOOK}/deliveries/:deliveryId/resend`,
    tag,
    summary: 'Send a delivery again',
    description:
      'It is sent under the same `webhook-id`, with all retries. A disabled webhook sends it when it is enabled.',
    again: 'A delivery that waits already is sent once.',
  },
});

class ResendWebhookDeliveriesRequest extends combine(WebhookRequest, ByAdmin) {
  @Time({ description: 'Start of the range of creation times, inclusive' })
  from!: Timestamp;

  @Time({ description: 'End of the range, exclusive' })
  to!: Timestamp;

  @OneOf(DELIVERY_STATUSES, { default: 'failed', description: 'Only deliveries with this status; failed by default' })
  status!: DeliveryStatus;
}

export class ResentDeliveries {
  @Count({ description: 'Deliveries that are sent again', example: 12 })
  resent!: number;

  @Flag({ description: 'True if there are more: repeat the request' })
  hasMore!: boolean;
}

export const resendWebhookDeliveries = contract({
  subject: 'integrations.project-webhooks.resend-range',
  request: ResendWebhookDeliveriesRequest,
  reply: ResentDeliveries,
  http: {
    id: 'resendWebhookDeliveries',
    route: `POST ${WEBHOOK}/resend`,
    tag,
    summary: 'Send the deliveries of a time range again',
    description: `At most ${MAX_RESENT.toLocaleString('en')} a request, oldest first.`,
    again: 'Deliveries that wait already are sent once.',
  },
});

export const testWebhook = contract({
  subject: 'integrations.project-webhooks.test',
  request: combine(WebhookRequest, ByAdmin, Creating),
  reply: WebhookDelivery,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'testWebhook',
    route: `POST ${WEBHOOK}/test`,
    tag,
    summary: 'Send a test event to a webhook',
    description: `Sends \`${WEBHOOK_TEST}\`; the delivery has the answer. INVALID_TRANSITION for a disabled webhook.`,
    status: 201,
    idempotent: true,
  },
});

/** Deliveries to a webhook have failed for an hour, or it was disabled because of them. */
export class WebhookFailing {
  @Id()
  projectId!: string;

  @Id()
  webhookId!: string;

  @Text({ max: 253, description: 'Host of the endpoint', example: 'quests.example.org' })
  host!: string;

  @Flag({ description: 'True: it was disabled' })
  isDisabled!: boolean;
}
