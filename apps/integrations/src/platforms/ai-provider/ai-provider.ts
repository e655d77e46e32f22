import { MAX_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import { definePlatform, optional, required, secret } from '../../description/platform.js';

const ACCEPTED = 'The API key was accepted, and the models were listed.';

/** An API that lists models and takes the key as a bearer token, as most providers have it. */
export const aiProvider = definePlatform(
  {},
  {
    fields: {
      baseUrl: { ...required, form: 'service_url', max: MAX_CREDENTIAL_CHARACTERS },
      apiKey: secret,
      model: optional,
    },
    probe: {
      needs: ['baseUrl', 'apiKey'],
      isNamed: true,
      url: ({ baseUrl = '' }) => `${baseUrl.replace(/\/$/, '')}/models`,
      headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
      shows: ACCEPTED,
      reads: (body, { model }) => {
        const models = at(body, 'data');
        if (!Array.isArray(models)) return undefined;
        if (model === undefined || models.some((one) => at(one, 'id') === model)) return { detail: ACCEPTED };
        return {
          detail: 'The API key was accepted, but the stored model is not listed; store another.',
          isWarning: true,
        };
      },
    },
  },
);
