import type { Egress } from '@questp/egress';
import type { EscrowKey } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { newId } from '@questp/postgres';
import { at } from '../description/account.js';
import { jsonOf } from '../outbound/finding.js';
import { signedHeaders } from '../outbound/signed-headers.js';

const TIMEOUT_MS = 3_000;
/** An answer is a signature in JSON. */
const MAX_BYTES = 4_096;
const RETRY_SECONDS = 10;

/** A process of the operator that keeps a key, see docs/guides/external-signer.md. */
export interface ExternalSigner {
  url: string;
  publicKey: Uint8Array;
  /** Signs the requests. */
  secret: string;
}

/** The content to sign: a ticket as JSON, a SignDoc, or a text that is neither. */
export type SignedKind = 'ticket' | 'transaction' | 'test';

export interface SigningRequest {
  role: EscrowKey;
  kind: SignedKind;
  /** Null for a test. */
  chainId: string | null;
  bytes: Uint8Array;
}

/**
 * The signature that the signer answers, which is not verified. SIGNING_REFUSED, also for an answer that cannot be read;
 * SERVICE_UNAVAILABLE
 */
export async function askSigner(
  egress: Egress,
  { url, publicKey, secret }: ExternalSigner,
  { role, kind, chainId, bytes }: SigningRequest,
): Promise<Uint8Array> {
  const [key, signBytes] = [publicKey, bytes].map((value) => Buffer.from(value).toString('base64'));
  const body = JSON.stringify({ role, kind, chainId, publicKey: key, signBytes });
  const answer = await egress.send(url, {
    ...{
      method: 'POST',
      destination: 'escrow_signer',
      namedBy: 'operator',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    },
    headers: {
      ...{ accept: 'application/json', 'content-type': 'application/json' },
      ...signedHeaders([secret], newId(), body),
    },
    body: Buffer.from(body),
  });
  if (answer.outcome !== 'answered') throw unavailable('does not answer');
  const { status } = answer;
  if (status >= 500 || status === 429) throw unavailable(`answers status ${status}`);
  if (status !== 200) throw refused(`refuses with status ${status}`);
  return readSignature(answer.body) ?? refuse('answers no signature');
}

/** Undefined unless it is the JSON of 64 bytes. */
function readSignature(body: Buffer): Uint8Array | undefined {
  const signature = at(jsonOf(body), 'signature');
  const bytes = typeof signature === 'string' ? Buffer.from(signature, 'base64') : undefined;
  return bytes?.length === 64 ? bytes : undefined;
}

const refused = (what: string) => new AppError('SIGNING_REFUSED', { detail: `The external signer ${what}.` });
const refuse = (what: string): never => {
  throw refused(what);
};
const unavailable = (what: string) =>
  new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_SECONDS, detail: `The external signer ${what}.` });
