import type { FastifyReply, FastifyRequest } from 'fastify';

/** As long as a browser has on its way to a platform and back. */
const SECONDS = 600;
/** With the prefix a browser takes it from this very host alone, which it does by https only. */
const HOST_NAME = '__Host-oauth';
const NAME = 'oauth';

/** What a browser is known by that came before; undefined for any other. */
export function browserOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const value = (name: string) => new RegExp(`(?:^|;) *${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookie)?.[1];
  return value(HOST_NAME) ?? value(NAME);
}

export function knowBrowser(reply: FastifyReply, browser: string, isHttps: boolean): void {
  const name = isHttps ? `${HOST_NAME}=${browser}; Secure` : `${NAME}=${browser}`;
  void reply.header('set-cookie', `${name}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax`);
}
