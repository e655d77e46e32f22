/** Commands whose answer is about the mail itself: sender, recipient, content. */
const OF_THE_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * Whether the server has answered that it will never take this mail (RFC 5321, 4.2.1: 5yz). What it says before, when
 * we connect or sign in, is about our settings and may be put right; a connection that fails says nothing.
 */
export const isRefusedForGood = (error: unknown): boolean => OF_THE_MAIL.includes(permanentlyRefused(error) ?? '');

/** RFC 3463: 5.7.z is about our right to send; 5.2.2, and 552 alone (RFC 5321), say that the mailbox is full. It is there. */
const NOT_UNKNOWN = /^(?:552|\d{3}[ -]5\.(?:7\.|2\.2))/;

/** Whether the server has answered that it will never take mails for this recipient: a hard bounce. */
export const isHardBounce = (error: unknown): boolean =>
  permanentlyRefused(error) === 'RCPT TO' && !NOT_UNKNOWN.test(String((error as { response?: unknown }).response));

/** The command that was refused for good, if one was. */
function permanentlyRefused(error: unknown): string | undefined {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return undefined;
  const { responseCode, command } = error;
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isPermanent && typeof command === 'string' ? command : undefined;
}
