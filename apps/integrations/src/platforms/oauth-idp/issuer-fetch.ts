import type { CustomFetch } from 'openid-client';
import { EgressError, egressFetch, type Egress } from '@questp/egress';

const TIMEOUT_MS = 4_000;

/** The `fetch` of openid-client. It rejects with an EgressError for 429 and 5xx, too: the issuer may answer later. */
export function issuerFetch(egress: Egress): CustomFetch {
  // An operator names the issuer, which names further addresses itself.
  const source = { destination: 'oauth_idp', namedBy: 'operator', timeoutMs: TIMEOUT_MS, follow: true } as const;
  const request = egressFetch(egress, source);
  return async (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? { body } : {};
    const response = await request(url, { method, headers, signal: signal ?? null, ...form });
    const { status } = response;
    if (status < 500 && status !== 429) return response;
    throw new EgressError({ outcome: 'unreachable', detail: `status ${status}` });
  };
}
