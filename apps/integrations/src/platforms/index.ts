import type { ConnectionProvider, CredentialProvider } from '@questp/messages/integrations';
import type { ConfigOf } from '@questp/service';
import { escrowKey } from '../chains/escrow-key.js';
import type { Platform } from '../description/platform.js';
import { aiProvider } from './ai-provider/ai-provider.js';
import { chatcomm } from './chatcomm/chatcomm.js';
import { codehost } from './codehost/codehost.js';
import { emailSender } from './email-sender/email-sender.js';
import { launchsite } from './launchsite/launchsite.js';
import { messenger } from './messenger/messenger.js';
import { microblog } from './microblog/microblog.js';
import { oauthIdp } from './oauth-idp/oauth-idp.js';
import { objectStorage } from './object-storage/object-storage.js';
import { payments } from './payments/payments.js';
import { photosite } from './photosite/photosite.js';
import { videosite } from './videosite/videosite.js';

/** The variables of all of them. */
export const PLATFORM_CONFIG = {
  ...microblog.config,
  ...chatcomm.config,
  ...messenger.config,
  ...codehost.config,
  ...videosite.config,
  ...photosite.config,
  ...launchsite.config,
  ...objectStorage.config,
};
export type PlatformConfig = ConfigOf<typeof PLATFORM_CONFIG>;

/** Every provider of spec 2.8. */
export const PLATFORMS: Readonly<
  Record<CredentialProvider, Platform<PlatformConfig>> &
    Record<ConnectionProvider, Required<Pick<Platform<PlatformConfig>, 'connection'>>>
> = {
  microblog,
  chatcomm,
  messenger,
  codehost,
  videosite,
  photosite,
  launchsite,
  oauth_idp: oauthIdp,
  object_storage: objectStorage,
  email_sender: emailSender,
  ai_provider: aiProvider,
  payments,
  escrow_operator: escrowKey,
  escrow_ticket: escrowKey,
  escrow_pauser: escrowKey,
};
