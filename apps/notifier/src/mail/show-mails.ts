import { EN } from '../texts/en.js';
import { MAIL_EXAMPLES, type MailTemplate } from './mail-params.js';
import { mailText } from './mail-text.js';

const TEMPLATES = Object.keys(MAIL_EXAMPLES) as MailTemplate[];

/** Every mail as JSON, with its example and an address of nobody to link to. */
export const showMails = (): string =>
  JSON.stringify(
    TEMPLATES.map((template) => ({
      template,
      ...mailText(EN, template, MAIL_EXAMPLES[template], 'https://console.example.org'),
    })),
  );
