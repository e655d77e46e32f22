import { FORMS } from '@questp/messages/language';
import { chain, httpUrl, integer, line, list, object, shown, text, type JsonSchema } from './json-schema.js';

/** Fields that configurations and inputs of several families share. */

export const chainId = (description = 'Chain id, for example cosmoshub-4.'): JsonSchema<string> =>
  chain(text(description, 64, { pattern: FORMS.chain_id.pattern.source }));

export const chainIds = (description: string): JsonSchema<string[]> => list(description, chainId(), 50);

export const address = (description: string): JsonSchema<string> =>
  text(description, 128, { pattern: FORMS.letters_and_digits.pattern.source });

export const denom = (description: string): JsonSchema<string> =>
  text(description, 128, { pattern: FORMS.denom.pattern.source });

export const amount = (description: string): JsonSchema<string> =>
  text(`${description} In base units, a decimal string.`, 39, { pattern: FORMS.base_units.pattern.source });

export const proposalId = (description: string): JsonSchema<string> =>
  text(description, 20, { pattern: FORMS.counting_number.pattern.source });

export const handle = (description: string): JsonSchema<string> =>
  text(description, 64, { pattern: FORMS.handle.pattern.source });

export const hashtags = (description: string): JsonSchema<string[]> =>
  list(`${description} Without the leading #.`, text('A hashtag.', 100, { pattern: FORMS.hashtag.pattern.source }), 10);

export const snowflake = (description: string): JsonSchema<string> =>
  text(description, 21, { pattern: FORMS.snowflake.pattern.source });

export const repository = (description: string): JsonSchema<string> =>
  text(description, 140, { pattern: FORMS.repository.pattern.source });

export const instructions = shown(text('What the earner is asked to do; shown on the quest.', 5000));

export const requiredText = line('Text that has to be contained, in any case.', 200);

export const postUrl = httpUrl('Address of the post.');

export const count = (description: string, maximum: number): JsonSchema<number> => integer(description, 1, maximum);

/** Inputs that prove control of a wallet by a signature over a server-issued text. */
export const walletProofInputs = object(
  {
    address: address('The signing wallet, as its chain writes addresses.'),
    chainId: chainId('Chain the wallet signs for.'),
    pubkey: text('Compressed public key, base64.', 64, { pattern: FORMS.base64.pattern.source }),
    signature: text('ADR-036 signature over the text, base64.', 128, { pattern: FORMS.base64.pattern.source }),
    nonce: text('Nonce of the text.', 128, { pattern: FORMS.token_text.pattern.source }),
  },
  ['address', 'chainId', 'pubkey', 'signature', 'nonce'],
);
