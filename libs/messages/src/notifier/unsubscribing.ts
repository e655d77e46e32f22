import { contract, SAME_AGAIN } from '../contract.js';
import { ListOfOneOf, Text } from '../fields/index.js';
import { NOTIFICATION_TYPES, type NotificationType } from './notifications.js';

/** At most; the one that names every type of notification is shorter. */
export const UNSUBSCRIBE_TOKEN_LENGTH = 750;

class UnsubscriptionRequest {
  @Text({
    max: UNSUBSCRIBE_TOKEN_LENGTH,
    form: 'unsubscribe_token',
    description: 'Of the address that a mail gave',
    example: `${'dXNlcg'.repeat(8)}.${'c2lnbmVk'.repeat(5)}c2k`,
  })
  token!: string;
}

/** What a mail lets its reader unsubscribe from. */
export class Unsubscription {
  @ListOfOneOf(NOTIFICATION_TYPES, {
    max: NOTIFICATION_TYPES.length,
    description: 'What the user is not mailed of any more once this is done',
    example: ['submission.rejected'],
  })
  types!: NotificationType[];
}

const UNSUBSCRIBE = '/v1/notifications/unsubscribe';
const tag = 'notifications';

/** Address of the API that a mail gives to unsubscribe. */
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
    summary: 'What the address of a mail unsubscribes from; nothing is done by looking',
    description: 'For the page `/unsubscribe/<token>` of the earner app, to which mails link.',
  },
});

/** NOT_FOUND for a token that nobody was given. */
export const unsubscribe = contract({
  subject: 'notifier.unsubscriptions.make',
  request: UnsubscriptionRequest,
  reply: Unsubscription,
  errors: ['NOT_FOUND'],
  http: {
    tag,
    id: 'unsubscribe',
    route: `POST ${UNSUBSCRIBE}/:token`,
    summary: 'Ends mails of some notifications, without signing in',
    description: 'Mail clients post to it with one click (RFC 8058); their form is taken and not read.',
    again: SAME_AGAIN,
    oneClick: true,
  },
});
