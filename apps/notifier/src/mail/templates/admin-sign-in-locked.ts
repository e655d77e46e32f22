import type { EventTypes } from '@questp/messages';
import { mailText, type MailText } from '../mail-text.js';

/** Warns an operator that somebody tried wrong passwords. */
export const adminSignInLockedMail = (
  { email, ip, lockedUntil }: EventTypes['admin.sign_in_locked'],
  consoleUrl: string,
): MailText =>
  mailText({
    subject: 'Your operator sign-in is locked',
    paragraphs: [
      `Too many wrong attempts to sign in as ${email} were made, the last one from the address ${ip}.`,
      `Sign-in is locked until ${lockedUntil}. It opens again by itself.`,
      'If it was not you, tell your team and change your password.',
    ],
    link: { label: 'Sign in', url: consoleUrl },
  });
