import type { LocalChain } from '../processes/local-chain.js';
import { signIn } from './settle-admin.js';

/**
 * Stores the keys of the escrow as an operator does, unless they are stored. Returns what it did, also when the
 * administrator has another password or has to replace the initial one first.
 */
export async function storeEscrowKeys(
  apiUrl: string,
  { email, password }: { email: string; password: string },
  { mnemonics, addresses }: Pick<LocalChain, 'mnemonics' | 'addresses'>,
): Promise<string> {
  const signedIn = await signIn(apiUrl, email, password);
  if (signedIn === null) return `not stored, since ${email} has another password; see .local/chain/escrow-keys.json`;
  const headers = { authorization: `Bearer ${signedIn.token}`, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${apiUrl}${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  if (signedIn.admin?.mustChangePassword) {
    await call('POST', '/admin/auth/sign-out');
    return `not stored, since ${email} has to replace the initial password; see .local/chain/escrow-keys.json`;
  }
  const stored: string[] = [];
  for (const [provider, mnemonic] of Object.entries(mnemonics)) {
    const path = `/admin/credentials/${provider}`;
    const credential = (await (await call('GET', path)).json()) as { addresses: { address: string }[] };
    if (credential.addresses.some(({ address }) => address === addresses.escrowKeys[provider])) continue;
    await call('PUT', path, { fields: { mnemonic } });
    stored.push(provider);
  }
  await call('POST', '/admin/auth/sign-out');
  return stored.length === 0 ? 'stored earlier' : `stored ${stored.join(', ')}`;
}
