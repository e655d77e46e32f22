import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { ListOfOneOf, Text } from '../language/fields/index.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notifications.js';

/** Maximum length; a token for all types is shorter. */
export const UNSUBSCRIBE_TOKEN_LENGTH = 750;

class UnsubscriptionRequest {
  @Text({
    max: UNSUBSCRIBE_TOKEN_LENGTH,
    form: 'unsubscribe_token',
    description: 'Token of the link in the mail',
    example: `${'dXNlcg'.repeat(8)}.${'c2lnbmVk'.repeat(5)}c2k`,
  })
  token!: string;
}

/** What the link in a mail unsubscribes from. */
export class Unsubscription {
  @ListOfOneOf(NOTIFICATION_TYPES, {
    max: NOTIFICATION_TYPES.length,
    description: 'Types that are no longer mailed after unsubscribing',
    example: ['submission.rejected'],
  })
  types!: NotificationType[];
}

const UNSUBSCRIBE = '/v1/notifications/unsubscribe';
const tag = 'notifications';

/** Unsubscribe URL of a mail. */
export const unsubscribePath = (token: string): string => `${UNSUBSCRIBE}/${token}`;

export const getUnsubscription = contract({
  subject: 'notifier.unsubscriptions.get',
  request: UnsubscriptionRequest,
  reply: Unsubscription,
  errors: ['NOT_FOUND'],
  http: {
    tag,
    id: 'getUnsubscription',
    route: `GET ${UNSUBSCRIBE}/:token`,
    summary: 'Get what the link of a mail unsubscribes from',
    description: 'Used by the page `/unsubscribe/<token>` of the earner app, which mails link to.',
  },
});

/** NOT_FOUND for an unknown token. */
export const unsubscribe = contract({
  subject: 'notifier.unsubscriptions.make',
  request: UnsubscriptionRequest,
  reply: Unsubscription,
  errors: ['NOT_FOUND'],
  http: {
    tag,
    id: 'unsubscribe',
    route: `POST ${UNSUBSCRIBE}/:token`,
    summary: 'Unsubscribe from mails with the link of a mail',
    description: 'Mail clients can post to it with one click (RFC 8058); a form body is ignored.',
    again: SAME_AGAIN,
    oneClick: true,
  },
});
