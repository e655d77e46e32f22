/** Commands whose answer is about the mail itself: sender, recipient, content. */
const OF_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * Whether the server has answered that it will never take this mail (RFC 5321, 4.2.1: 5yz). What it says before, when
 * we connect or sign in, is about our settings and may be put right; a connection that fails says nothing.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false;
  const { responseCode, command } = error;
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isPermanent && typeof command === 'string' && OF_THE_MAIL.includes(command);
}
