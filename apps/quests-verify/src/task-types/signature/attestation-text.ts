/** Characters that break lines or reorder text on a wallet's screen. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

export interface AttestationText {
  /** Host of the earner app. */
  domain: string;
  projectName: string;
  questTitle: string;
  /** What the earner attests. */
  statement: string;
  address: string;
  chainId: string;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
}

/**
 * The server-issued text an earner signs as ADR-036 for attestation_sign and chain_wallet_connect. Its first line is
 * never that of a sign-in message (CAIP-122), so a signature over one is worthless as the other; what teams write cannot
 * add or reorder lines.
 */
export function attestationText(parts: AttestationText): string {
  return [
    `${parts.domain} asks you to sign a statement with your account:`,
    parts.address,
    '',
    oneLine(parts.statement),
    '',
    `Project: ${oneLine(parts.projectName)}`,
    `Quest: ${oneLine(parts.questTitle)}`,
    `Chain ID: ${parts.chainId}`,
    `Nonce: ${parts.nonce}`,
    `Issued At: ${parts.issuedAt.toISOString()}`,
    `Expiration Time: ${parts.expiresAt.toISOString()}`,
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(UNSAFE, ' ').trim();
}
