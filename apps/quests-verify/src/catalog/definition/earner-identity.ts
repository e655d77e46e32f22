/** Platforms whose linked account a quest can send to the endpoint of its project. */
export const IDENTITY_PLATFORMS = [
  'microblog',
  'chatcomm',
  'messenger',
  'codehost',
  'videosite',
  'photosite',
  'launchsite',
] as const;

/** What a quest can send of an earner to the endpoint of its project. */
export const EARNER_IDENTITIES = ['wallet', 'email_hash', 'email', ...IDENTITY_PLATFORMS] as const;
export type EarnerIdentity = (typeof EARNER_IDENTITIES)[number];
