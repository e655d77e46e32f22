import { enumeration } from '../language/fields/index.js';

/** Platforms at which users prove accounts by OAuth. */
export const OAUTH_PROVIDERS = enumeration('OAuthProvider', [
  'oauth_idp',
  'microblog',
  'codehost',
  'chatcomm',
  'videosite',
  'launchsite',
]);
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** Platforms that give tokens by OAuth: for accounts of users, or only for what a project connects. */
export const OAUTH_PLATFORMS = enumeration('OAuthPlatform', [...OAUTH_PROVIDERS, 'photosite']);
export type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];

/** Platforms where users prove an account by a message. Such an account has no tokens and cannot be used to sign in. */
export const MESSAGE_PROVIDERS = enumeration('MessageProvider', ['messenger', 'photosite']);
export type MessageProvider = (typeof MESSAGE_PROVIDERS)[number];

/** Platforms whose accounts can be linked. */
export const LINKED_ACCOUNT_PROVIDERS = enumeration('LinkedAccountProvider', [
  ...OAUTH_PROVIDERS,
  ...MESSAGE_PROVIDERS,
]);
export type LinkedAccountProvider = (typeof LINKED_ACCOUNT_PROVIDERS)[number];

export const SIGN_IN_APPS = enumeration('SignInApp', ['earner', 'studio']);
export type SignInApp = (typeof SIGN_IN_APPS)[number];

/** Platforms that can be used for sign-in (spec 5.1); accounts of all of them can be linked. */
export const OAUTH_SIGN_IN_APPS: Readonly<Record<OAuthProvider, readonly SignInApp[]>> = {
  oauth_idp: ['earner', 'studio'],
  microblog: ['earner'],
  codehost: ['earner', 'studio'],
  chatcomm: ['earner'],
  videosite: [],
  launchsite: [],
};
