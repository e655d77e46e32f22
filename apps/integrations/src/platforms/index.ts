import { escrowKey } from '../chains/escrow-key.js';
import type { PlatformList } from '../description/platforms.js';
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

/** Every platform: a new one is a folder and a line here. */
export const PLATFORMS = {
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
} satisfies PlatformList;
