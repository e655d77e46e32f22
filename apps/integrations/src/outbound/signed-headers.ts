import { Webhook } from 'standardwebhooks';

/**
 * Headers that sign a body with each of the secrets, as https://www.standardwebhooks.com has it.
 * @param id of the message, the same for each try
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
