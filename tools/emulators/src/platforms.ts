import { CHATCOMM } from './chatcomm/chatcomm.js';
import { CODEHOST } from './codehost/codehost.js';
import { IDP } from './idp/idp.js';
import { MESSENGER } from './messenger/messenger.js';
import { MICROBLOG } from './microblog/microblog.js';
import { LAUNCHSITE } from './launchsite/launchsite.js';
import { PHOTOSITE } from './photosite/photosite.js';
import type { PlatformRules } from './oauth/rules.js';
import { VIDEOSITE } from './videosite/videosite.js';

/** All that is emulated. */
export const PLATFORMS: readonly PlatformRules[] = [
  IDP,
  MICROBLOG,
  CODEHOST,
  CHATCOMM,
  VIDEOSITE,
  PHOTOSITE,
  LAUNCHSITE,
  MESSENGER,
];
