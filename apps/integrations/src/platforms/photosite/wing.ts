import type { Wing } from '@questp/service-kit';
import { ConnectedAccounts } from './connected-accounts.js';
import { HandleMessage } from './handle-message.js';
import { ReceiveMessage } from './receive-message.js';
import { StartPhotositeLink } from './start-link.js';
import { VerifyWebhook } from './verify-webhook.js';

export const photosite: Wing = {
  providers: [ConnectedAccounts, StartPhotositeLink, VerifyWebhook, ReceiveMessage, HandleMessage],
};
