import type { AdminRole, EventTypes } from '@questp/messages';
import { mailText, type MailText } from '../mail-text.js';

const ROLE_NAMES: Record<AdminRole, string> = {
  super_admin: 'super admin',
  platform_moderator: 'platform moderator',
};

/** Tells a new operator about the account; the first password comes from whoever made the account, not by mail. */
export const adminCreatedMail = ({ email, role }: EventTypes['admin.created'], consoleUrl: string): MailText =>
  mailText({
    subject: 'Your operator account',
    paragraphs: [
      `An operator account was made for ${email}. Your role is ${ROLE_NAMES[role]}.`,
      'Your colleague who made it gives you the first password, which you change when you sign in.',
      'If you did not expect this mail, tell your team.',
    ],
    link: { label: 'Sign in', url: consoleUrl },
  });
