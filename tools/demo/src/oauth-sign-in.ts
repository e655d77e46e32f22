import { createHash, randomBytes } from 'node:crypto';
import { SurprisingAnswer, type Person } from './api.js';
import { signedIn, type SignedIn } from './sign-in.js';

export type Provider = 'oauth_idp' | 'microblog' | 'codehost' | 'chatcomm';

/** Signs in as somebody whom the emulated platform knows; the first time makes the account. */
export async function signInByOAuth(visitor: Person, provider: Provider, who: string): Promise<SignedIn> {
  const { verifier, challenge } = newVerifier();
  const params = { path: { provider } };
  const { url } = await visitor.get(
    visitor.api.POST('/v1/auth/oauth/{provider}/start', { params, body: { app: 'earner', challenge } }),
  );
  const body = { code: await broughtBack(url, who), verifier };
  return signedIn(visitor, await visitor.get(visitor.api.POST('/v1/auth/oauth/verify', { body })));
}

/** Adds the account there to the own one. */
export async function linkByOAuth(person: Person, provider: Provider, who: string): Promise<void> {
  const { verifier, challenge } = newVerifier();
  const params = { path: { provider } };
  const { url } = await person.get(
    person.api.POST('/v1/users/me/accounts/{provider}/start', { params, body: { challenge } }),
  );
  const body = { code: await broughtBack(url, who), verifier };
  await person.get(person.api.POST('/v1/users/me/accounts/verify', { body }));
}

function newVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The code with which a browser comes back to the app: to the platform, where somebody agrees, and to the callback. */
async function broughtBack(url: string, who: string): Promise<string> {
  const begun = await redirect(url);
  const there = new URL(begun.location);
  there.searchParams.set('login_hint', who);
  const agreed = await redirect(there.href);
  const { location } = await redirect(agreed.location, begun.cookie);
  const { searchParams } = new URL(location);
  const code = searchParams.get('code');
  if (code === null) throw new SurprisingAnswer(`A platform sent ${who} back with ${searchParams.get('error')}`);
  return code;
}

async function redirect(url: string, cookie = ''): Promise<{ location: string; cookie: string }> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  await answer.text();
  const location = answer.headers.get('location');
  if (location === null) throw new SurprisingAnswer(`${new URL(url).pathname} answered ${answer.status}, no redirect`);
  return { location, cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
}
