import type { FastifyReply, FastifyRequest } from 'fastify';

/** Time for a browser to visit a platform and return. */
const SECONDS = 600;
/**
 * Browsers accept a cookie with this prefix only over https and only from the same host. Without the prefix, any host
 * of the domain can set one; over https, no other name is read.
 */
const nameFor = (isHttps: boolean): string => (isHttps ? '__Host-oauth' : 'oauth');

/** The value that an earlier response set in this browser; undefined without the cookie. */
export function browserOf({ headers: { cookie = '' } }: FastifyRequest, isHttps: boolean): string | undefined {
  return new RegExp(`(?:^|;) *${nameFor(isHttps)}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookie)?.[1];
}

export function knowBrowser(reply: FastifyReply, browser: string, isHttps: boolean): void {
  const pair = `${nameFor(isHttps)}=${browser}${isHttps ? '; Secure' : ''}`;
  void reply.header('set-cookie', `${pair}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax`);
}
