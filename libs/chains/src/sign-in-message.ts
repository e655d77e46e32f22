export interface SignInMessageFields {
  /** Authority (RFC 3986) of the requesting app, e.g. `quests.example.org`. */
  domain: string;
  /** Family of the chain, e.g. `Cosmos`. */
  family: string;
  address: string;
  /** One line that the user reads before signing. */
  statement: string;
  /** URL of the app. */
  uri: string;
  /** Bare chain id, e.g. `cosmoshub-4`. */
  chainId: string;
  nonce: string;
  issuedAt: Date;
  expirationTime: Date;
}

/**
 * The text that a wallet signs to sign in: CAIP-122 with the lines of spec 5.2 in order, LF between lines and none at
 * the end, times in ISO 8601 UTC with milliseconds.
 * @throws RangeError when a field contains a line break, or a date is invalid
 */
export function signInMessage(fields: SignInMessageFields): string {
  const { domain, family, address, statement, uri, chainId, nonce } = fields;
  const texts = { domain, family, address, statement, uri, chainId, nonce };
  for (const [name, value] of Object.entries(texts)) {
    if (/[\r\n]/.test(value)) throw new RangeError(`${name} must be a single line`);
  }
  return [
    `${domain} wants you to sign in with your ${family} account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${fields.issuedAt.toISOString()}`,
    `Expiration Time: ${fields.expirationTime.toISOString()}`,
  ].join('\n');
}
