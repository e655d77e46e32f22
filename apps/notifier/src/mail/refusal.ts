/** Commands whose reply is about the mail itself: sender, recipient, content. */
const OF_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * True if the server rejected the mail permanently (RFC 5321, 4.2.1: 5yz). Replies to earlier commands, on connection
 * or sign-in, are about the settings, which can be corrected; a failed connection says nothing about the mail.
 */
export const isRefusedForGood = (error: unknown): boolean => OF_THE_MAIL.includes(permanentlyRefused(error) ?? '');

/** RFC 3463: 5.7.z is about the right to send; 5.2.2, or 552 alone (RFC 5321), means a full mailbox, which exists. */
const NOT_UNKNOWN = /^(?:552|\d{3}[ -]5\.(?:7\.|2\.2))/;

/** True if the server rejects all mails for this recipient: a hard bounce. */
export const isHardBounce = (error: unknown): boolean =>
  permanentlyRefused(error) === 'RCPT TO' && !NOT_UNKNOWN.test(String((error as { response?: unknown }).response));

/** The command that was rejected permanently, if any. */
function permanentlyRefused(error: unknown): string | undefined {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return undefined;
  const { responseCode, command } = error;
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isPermanent && typeof command === 'string' ? command : undefined;
}
