import { digestMail } from './digests/digest-text.js';
import { memberInvitedText, reviewText } from './texts/notification-texts.js';
import { EN } from './texts/en.js';
import { MAIL_EXAMPLES, type MailTemplate } from './texts/mail-params.js';
import { mailText } from './mail/mail-text.js';

const TEMPLATES = Object.keys(MAIL_EXAMPLES) as MailTemplate[];

/** An address without a recipient. */
const URLS = {
  APP_URL: 'https://app.example.org',
  STUDIO_URL: 'https://studio.example.org',
  PUBLIC_URL: 'https://api.example.org',
};

const USER = { userId: `svcuser_${'0'.repeat(32)}`, projectId: '', projectName: 'Moon' };
const ITEMS = [
  memberInvitedText({ ...USER, role: 'project_admin', invitationId: '', expiresAt: '2026-05-08T12:00:00.000Z' }),
  reviewText({
    ...USER,
    submissionId: '',
    questId: '',
    campaignId: '',
    questTitle: 'Write a thread',
    status: 'rejected',
    pointsAwarded: 0,
    reason: 'The link leads nowhere.',
    decision: 'rejected',
  }),
];

/** Every mail as JSON, with its example and a link to an unused address. */
export function showMails(): string {
  const { unsubscribeUrl: _, ...digest } = digestMail(EN, { ...USER, items: ITEMS, count: 3 }, Buffer.alloc(32), URLS);
  return JSON.stringify([
    ...TEMPLATES.map((template) => ({
      template,
      ...mailText(EN, template, MAIL_EXAMPLES[template], 'https://console.example.org'),
    })),
    { template: 'digest', ...digest },
  ]);
}
