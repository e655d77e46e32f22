import { MOST_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import { definePlatform, required, secret, type FieldDescription } from '../../outbound/platform.js';
import { discover } from './discovery.js';

/** Such a text as RFC 6749 has client ids and secrets. */
const spaced = (field: FieldDescription): FieldDescription => ({ ...field, form: 'printable_spaced' });

/** The identity provider of an operator's choice, by OpenID Connect. */
export const oauthIdp = definePlatform(
  {},
  {
    fields: {
      issuer: { ...required, form: 'issuer_url', max: MOST_CREDENTIAL_CHARACTERS },
      clientId: spaced(required),
      clientSecret: spaced(secret),
    },
    probe: {
      needs: ['issuer'],
      run: async (egress, { issuer = '' }) => {
        const found = await discover(egress, issuer);
        if (found.outcome !== 'found') return found;
        return { outcome: 'works', detail: 'A sign-in finds the issuer; it alone proves client id and secret.' };
      },
    },
  },
);
