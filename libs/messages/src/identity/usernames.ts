import { ValidateBy } from 'class-validator';
import { Text, type FieldOptions } from '../language/fields/index.js';

/** Reserved names: they suggest the platform, its staff or its machines, or stand for an absent user. */
const RESERVED = `
  abuse account accounts admin administrator admins all anonymous api app assets auth billing bot bots cdn chat console
  contact dashboard deleted developer developers dns docs email escrow everybody everyone factory ftp gateway guest help
  helpdesk here host hostmaster info internal legal localhost login logout mail mod moderation moderator moderators mods
  nobody none noreply notification notifications null official operator operators owner owners payment payments payout
  payouts platform postmaster press privacy projects quest questplatform questp quests register reward rewards robot root
  sales security self server service services settings signin signup staff static status studio superadmin superuser
  support sysadmin sysop system team teams terms treasury trust undefined unknown user username users verified webmaster
  webhook webhooks www you
`;

/** The letter that each digit resembles. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
};

/** Folds look-alike characters: `adm1n`, `_admin_` and `admin` all become `admln`. */
const skeleton = (name: string): string =>
  name
    .replaceAll('_', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[0-9i]/g, (one) => LOOKS_LIKE[one] ?? one);

const reserved = new Set(RESERVED.trim().split(/\s+/).map(skeleton));

/** True if a name is a reserved one or looks like it; digits before or after it do not matter. */
export const isReserved = (name: string): boolean => {
  const bare = name.replaceAll(/^[0-9_]+|[0-9_]+$/g, '');
  return reserved.has(skeleton(name)) || reserved.has(skeleton(bare));
};

/** A username: 3 to 30 characters of a-z, 0-9 and _, except reserved names. */
export function Username(options: FieldOptions = {}): PropertyDecorator {
  const isFree = ValidateBy({
    name: 'isFree',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && !isReserved(value),
      defaultMessage: () => 'This name is kept for the platform.',
    },
  });
  return Text({ min: 3, max: 30, form: 'username', rule: isFree, example: 'alice', ...options });
}
