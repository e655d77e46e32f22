import { MAX_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import { definePlatform, required, secret, type FieldDescription } from '../../description/platform.js';
import { testClient } from '../../description/client-probe.js';
import { clientAuthenticationAt, discover } from './discovery.js';
import { OpenIdClient } from './open-id.js';

/** Such a text as RFC 6749 has client ids and secrets. */
const spaced = (field: FieldDescription): FieldDescription => ({ ...field, form: 'printable_spaced' });

/** A request as a sign-in sends it, with a code that the issuer has not given. */
const UNKNOWN_CODE = {
  grant_type: 'authorization_code',
  code: 'not-a-code',
  redirect_uri: 'https://callback.invalid',
  code_verifier: 'not-a-verifier-but-as-long-as-a-verifier-has-to-be',
};

/** The identity provider of an operator's choice, by OpenID Connect. */
export const oauthIdp = definePlatform(
  {},
  {
    fields: {
      issuer: { ...required, form: 'issuer_url', max: MAX_CREDENTIAL_CHARACTERS },
      clientId: spaced(required),
      clientSecret: spaced(secret),
    },
    signIn: (registration) => new OpenIdClient(registration),
    probe: {
      needs: ['issuer', 'clientId', 'clientSecret'],
      run: async ({ egress }, values) => {
        const found = await discover(egress, values['issuer'] ?? '');
        if (found.outcome !== 'found') return found;
        const { token_endpoint: tokenUrl = '' } = found.metadata;
        const endpoint = { tokenUrl, clientBy: clientAuthenticationAt(found.metadata) };
        const client = await testClient(egress, values, endpoint, UNKNOWN_CODE, {
          destination: 'oauth_idp',
          namedBy: 'operator',
        });
        if (client.outcome !== 'misconfigured') return client;
        return { outcome: 'works', detail: 'The issuer was found; only a sign-in shows whether it knows the client.' };
      },
    },
  },
);
