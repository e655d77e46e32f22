import type { ReviewedAccount } from '@questp/messages/quests';
import type { LinkedAccountProvider } from '@questp/messages/shared';

/** The subject of a linked account, as a review remembers it. */
export interface AccountRow {
  /** `<platform>/<id>` */
  subject: string;
  handle: string | null;
}

/** The public page of an account; null: the platform has none. */
const PROFILES: Readonly<Record<LinkedAccountProvider, (id: string, handle: string | null) => string | null>> = {
  oauth_idp: () => null,
  microblog: (id, handle) => (handle === null ? `https://x.com/i/user/${id}` : `https://x.com/${handle}`),
  codehost: (_, handle) => handle && `https://github.com/${handle}`,
  chatcomm: (id) => `https://discord.com/users/${id}`,
  videosite: (id) => `https://www.youtube.com/channel/${id}`,
  launchsite: (_, handle) => handle && `https://www.producthunt.com/@${handle}`,
  messenger: (_, handle) => handle && `https://t.me/${handle}`,
  photosite: (_, handle) => handle && `https://www.instagram.com/${handle}`,
};

export function toReviewedAccount({ subject, handle }: AccountRow): ReviewedAccount {
  const at = subject.indexOf('/');
  const provider = subject.slice(0, at) as LinkedAccountProvider;
  const name = handle === null ? null : encodeURIComponent(handle.replace(/^@/, ''));
  return { provider, handle, profileUrl: PROFILES[provider](encodeURIComponent(subject.slice(at + 1)), name) };
}
