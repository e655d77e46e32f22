import { createHmac } from 'node:crypto';
import type { Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from './one-platform.fixture.js';
import { platforms } from './platforms.js';

/** The professional account that projects are connected to; its person is `verified`. */
export const PHOTOSITE_BRAND = { id: '17841400000000001', handle: 'verified' };

interface Account {
  id: string;
  username: string;
}
let messages = 0;

/** The id of an account at the photo site. */
function idOf(username: string): string {
  const accounts = platforms.emulators.items('photosite', 'accounts') as readonly Account[];
  return accounts.find((account) => account.username === username)?.id ?? '';
}

/** An account writes to the brand; the photo site sends it to the webhook. */
export async function writeToBrand(username: string, text: string): Promise<Response> {
  const { emulators } = platforms;
  const from = idOf(username);
  emulators.put('photosite', 'messages', { from, to: PHOTOSITE_BRAND.id, text });
  // Ids are scoped by the account that sees them.
  const sender = { id: String(7_000_000_000_000_000n + 1_000_000n + (BigInt(from) % 1_000_000n)) };
  const message = { mid: `e2e ${(messages += 1)}`, text };
  const event = { sender, recipient: { id: PHOTOSITE_BRAND.id }, message };
  const entry = { id: PHOTOSITE_BRAND.id, messaging: [event] };
  return sendToPhotositeWebhook(JSON.stringify({ object: 'instagram', entry: [entry] }));
}

/** @param secret that of the application by default */
export function sendToPhotositeWebhook(
  body: string,
  secret = platforms.emulators.environment['PHOTOSITE_APP_SECRET'] ?? '',
): Promise<Response> {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return fetch(`${e2e.gatewayUrls[0]}/v1/photosite/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
}

/** Links the account of a person by a code that it sends to the account of a project, and the code of the answer. */
export async function linkPhotosite(
  { client, user }: Pick<Person, 'client' | 'user'>,
  projectId: string,
  username: string,
): Promise<void> {
  const { code } = await unwrap(client.POST('/v1/users/me/photosite/code', { body: { projectId } }));
  const account = idOf(username);
  const answers = () =>
    (platforms.emulators.items('photosite', 'sent') as readonly { to: string; text: string }[]).flatMap(
      ({ to, text }) => (to === account && / send (\S+) to confirm/.exec(text)?.[1]) || [],
    );
  const before = answers().length;
  await writeToBrand(username, code);
  await waitFor(() => answers().length > before, { what: 'the question of the brand' });
  await writeToBrand(username, answers().at(-1) ?? '');
  // The account is linked a moment before the id that the brand sees is stored.
  const isLinked = async () =>
    (await e2e.count('SELECT count(*) FROM integrations.scoped_account WHERE user_id = $1', [user.id])) === 1;
  await waitFor(isLinked, { what: 'the linked account of the photo site' });
}

/** An account follows the brand. */
export function followBrand(username: string): void {
  platforms.emulators.put('photosite', 'follows', { follower: idOf(username), followed: PHOTOSITE_BRAND.id });
}
