import { MAX_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import { definePlatform, secret } from '../../description/platform.js';
import { ReadMailSender } from './read-mail-sender.js';
import { testMail } from './test-mail.js';

export const emailSender = definePlatform(
  {},
  {
    fields: {
      smtpUrl: { ...secret, form: 'mail_server', max: MAX_CREDENTIAL_CHARACTERS },
      from: { form: 'email', max: 254 },
      dailyLimit: { form: 'counting_number', max: 9 },
    },
    probe: { needs: [], run: ({ bus }, { dailyLimit = '0' }) => testMail(bus, Number(dailyLimit)) },
    providers: [ReadMailSender],
  },
);
