import { createHash } from 'node:crypto';
import type { Subject } from './outcome.js';

/** Longer ones are replaced by their hash, since an entry of an index is limited. */
const MAX_CHARACTERS = 1_000;

/** What platforms and advertisers add to an address, which leads to the same page without it. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|igshid|mc_cid|mc_eid|ref|ref_src|si|feature)$/;

const POST = /\/status\/(\d{1,19})(?:\/|$)/;
const ISSUE = /^\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d{1,19})(?:\/|$)/;
const COMMENT = /^#comment-(\d{1,19})$/;

/** Posts of platforms, which have an id of their own whatever the address, by host. */
const POSTS: Readonly<Record<string, { platform: string; id: (url: URL) => string | null | undefined }>> = {
  'x.com': { platform: 'microblog', id: ({ pathname }) => POST.exec(pathname)?.[1] },
  'twitter.com': { platform: 'microblog', id: ({ pathname }) => POST.exec(pathname)?.[1] },
  'youtube.com': { platform: 'videosite', id: ({ searchParams }) => searchParams.get('lc') },
  'producthunt.com': {
    platform: 'launchsite',
    id: ({ searchParams, hash }) => searchParams.get('comment') ?? COMMENT.exec(hash)?.[1],
  },
  'github.com': {
    platform: 'codehost',
    id: ({ pathname }) => ISSUE.exec(pathname)?.slice(1).join('/').toLowerCase(),
  },
};

/** The subject that an address is: the post of a platform, or else the page, in one form for all ways to write it. */
export function linkSubject(address: string): Subject {
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '').replace(/\.$/, '');
  const post = Object.hasOwn(POSTS, host) ? POSTS[host] : undefined;
  const id = post?.id(url);
  if (post !== undefined && id) return { kind: 'post', subject: bounded(`${post.platform}/${id}`) };
  return { kind: 'link', subject: bounded(pageOf(url, host)) };
}

/** True if the addresses are of one page. */
export const isSamePage = (left: string, right: string): boolean =>
  linkSubject(left).subject === linkSubject(right).subject;

function pageOf(url: URL, host: string): string {
  const video = videoOf(url, host);
  if (video !== undefined) return `youtube.com/watch?v=${video}`;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name.toLowerCase()));
  const query = new URLSearchParams(kept.toSorted(([left], [right]) => (left < right ? -1 : Number(left > right))));
  // A page that is drawn in the browser keeps its path there; any other fragment is a place within the page.
  const route = /^#!?\//.test(url.hash) ? url.hash : '';
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${host}${port}${pathOf(url)}${query.size > 0 ? `?${query.toString()}` : ''}${route}`;
}

/** Without what changes nothing: repeated slashes, one at the end, and escapes of characters that need none. */
const pathOf = ({ pathname }: URL): string =>
  pathname
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    })
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');

/** The id of a video, which has several addresses. */
function videoOf({ pathname, searchParams }: URL, host: string): string | undefined {
  if (host === 'youtu.be') return /^\/([\w-]{11})(?:\/|$)/.exec(pathname)?.[1];
  if (host !== 'youtube.com') return undefined;
  return pathname === '/watch'
    ? (searchParams.get('v') ?? undefined)
    : /^\/(?:shorts|live|embed)\/([\w-]{11})(?:\/|$)/.exec(pathname)?.[1];
}

const bounded = (page: string): string =>
  page.length <= MAX_CHARACTERS ? page : `sha256:${createHash('sha256').update(page).digest('hex')}`;
