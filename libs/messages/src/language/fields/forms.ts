import { isURL } from 'class-validator';
import { toAddress, transactionHashIn } from './chain-texts.js';
import { HASHTAG, LINE } from './shown-characters.js';

/**
 * Text with visible characters. Joiners and combining marks are allowed; control characters except tab and line break,
 * and direction overrides, are not.
 */
export const PROSE = /^(?=\s*\S)(?:[\t\n\r]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u;

// Ids are understood in any case (RFC 9562); `lowerIds` brings those of requests to lower case.
export const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const USER_ID = /^svcuser_[0-9a-fA-F]{32}$/;
export const ADMIN_ID = /^svcadmin_[0-9a-fA-F]{32}$/;
export const TASK_TYPE_ID = /^[a-z][a-z0-9_]{2,63}$/;

/** RFC 3986: an absolute https URL without user name or password, */
const HTTPS_ADDRESS =
  /^https:\/\/(?:[A-Za-z0-9_.~%!$&'()*+,;=:\]-]|\[)+([/?#](%[0-9a-fA-F]{2}|[A-Za-z0-9_.~!$&'()*+,;=:@/?#-])*)?$/;
/** or an http URL. */
const WEB_ADDRESS = new RegExp(HTTPS_ADDRESS.source.replace('https', 'https?'));

const PUBLIC = { protocols: ['https', 'http'], require_protocol: true, disallow_auth: true };
/** True if the URL has a public host name or IP address and a valid port. */
const isPublic = (address: string): boolean => URL.canParse(address) && isURL(address, PUBLIC);
/** The same for URLs of the operator, which may have an internal host name. */
const isAnywhere = (address: string): boolean =>
  URL.canParse(address) && isURL(address, { ...PUBLIC, require_tld: false });
const isMailServer = (address: string): boolean =>
  URL.canParse(address) && isAnywhere(`http://${new URL(address).host}`);

/** Path of an uploaded image, relative to the API. */
export const UPLOADED_PICTURE = new RegExp(`^/v1/files/(${UUID.source.slice(1, -1)})/image$`);

/**
 * Forms of texts, by the name that FORMAT errors carry in `form`. Names are part of the API.
 * `is` completes the sentence "Must be …".
 */
export const FORMS = {
  line: { pattern: LINE, is: 'one line with visible text, without hidden characters' },
  prose: { pattern: PROSE, is: 'visible text without control or direction characters' },
  slug: { pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, is: 'lower-case letters a-z and digits, with single hyphens between' },
  file_name: {
    pattern: /^[a-z0-9-]+\.[a-z]+$/,
    is: 'a file name of lower-case letters, digits and hyphens with an extension',
  },
  uuid: { pattern: UUID, is: 'an id: a UUID' },
  user_id: { pattern: USER_ID, is: 'the id of a user: svcuser_ and 32 hex digits' },
  admin_id: { pattern: ADMIN_ID, is: 'the id of an operator: svcadmin_ and 32 hex digits' },
  account_id: { pattern: new RegExp(`${USER_ID.source}|${ADMIN_ID.source}`), is: 'the id of a user or an operator' },
  task_type_id: { pattern: TASK_TYPE_ID, is: 'the id of a task type, like learn_quiz' },
  username: { pattern: /^[a-z0-9_]+$/, is: 'lower-case letters a-z, digits and underscores' },
  email: { pattern: /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, is: 'an e-mail address' },
  moment: {
    is: 'a date and time with an offset (RFC 3339) in the years 2000 to 2999, like 2026-05-01T12:00:00Z, and no leap second',
  },
  date: { is: 'a date, like 2026-05-01' },
  https_url: { pattern: HTTPS_ADDRESS, also: isPublic, is: 'an https:// URL' },
  picture_url: {
    pattern: new RegExp(`${HTTPS_ADDRESS.source}|${UPLOADED_PICTURE.source}`),
    also: (address: string) => UPLOADED_PICTURE.test(address) || isPublic(address),
    is: 'an https:// URL, or /v1/files/<id>/image of an uploaded image',
  },
  web_url: { pattern: WEB_ADDRESS, also: isPublic, is: 'an https:// or http:// URL' },
  issuer_url: { pattern: WEB_ADDRESS, also: isAnywhere, is: 'an https:// or http:// URL' },
  service_url: { pattern: WEB_ADDRESS, also: isAnywhere, is: 'an https:// or http:// URL' },
  node_url: {
    pattern: /^https?:\/\/[A-Za-z0-9.:[\]-]+(\/[A-Za-z0-9._~-]+)*$/,
    also: isAnywhere,
    is: 'an http(s) URL without credentials, query, fragment or a slash at the end',
  },
  web_origin: {
    pattern: /^https?:\/\/[^\s/?#@]+\/?$/,
    also: isAnywhere,
    is: 'an origin: https:// or http:// with host and optional port, without path',
  },
  mail_server: {
    pattern: /^smtps?:\/\/[^\s/?#]+\/?$/,
    also: isMailServer,
    is: 'the address of a mail server: smtp:// or smtps://, with credentials, without parameters',
  },
  host: { pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, is: 'a host name in lower case, like example.org' },
  amount: { pattern: /^-?(0|[1-9][0-9]{0,38})$/, is: 'a whole number of at most 39 digits, as a text' },
  base_units: {
    pattern: /^[1-9][0-9]{0,38}$/,
    is: 'a whole amount above zero in the smallest unit, at most 39 digits',
  },
  usd: {
    pattern: /^(0|[1-9][0-9]{0,6})(\.[0-9]{1,2})?$/,
    is: 'an amount in US dollars below ten million with at most two decimal places, like 250 or 49.50',
  },
  spent_usd: { pattern: /^(0|[1-9][0-9]*)\.[0-9]{6}$/, is: 'an amount in US dollars with six decimal places' },
  decimal: { pattern: /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,17})?$/, is: 'a decimal number, like 0.0053' },
  counting_number: { pattern: /^[1-9][0-9]*$/, is: 'a whole number above zero, in digits' },
  digits: { pattern: /^[0-9]+$/, is: 'digits' },
  snowflake: { pattern: /^[0-9]{15,21}$/, is: 'an id of 15 to 21 digits' },
  chain_id: { pattern: /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, is: 'the id of a chain, like cosmoshub-4' },
  letters_and_digits: { pattern: /^[a-zA-Z0-9]+$/, is: 'letters and digits' },
  address: {
    pattern: /^[a-z0-9]+$/,
    read: toAddress,
    is: 'an address: letters a-z and digits, all in lower or all in upper case',
  },
  lower_letters_and_digits: { pattern: /^[a-z0-9]+$/, is: 'lower-case letters a-z and digits' },
  bech32_prefix: { pattern: /^[a-z][a-z0-9]*$/, is: 'lower-case letters and digits, a letter first' },
  version: { pattern: /^[0-9]+\.[0-9]+\.[0-9]+$/, is: 'a version of three numbers, like 0.1.0' },
  denom: { pattern: /^[a-zA-Z][a-zA-Z0-9/:._-]*$/, is: 'the denomination of a coin, like uatom or ibc/27394F…' },
  transaction_hash: { pattern: /^[0-9A-F]{64}$/, is: 'the hash of a transaction: 64 hex digits in upper case' },
  any_transaction_hash: {
    pattern: /^[0-9A-F]{64}$/,
    read: (text: string) => transactionHashIn(text) ?? text,
    is: 'the hash of a transaction, 64 hex digits, or a link with one hash to an explorer',
  },
  sha256: { pattern: /^[0-9a-f]{64}$/, is: '64 hex digits in lower case' },
  hex_bytes: { pattern: /^([0-9a-f]{2})+$/, is: 'bytes as hex digits in lower case' },
  base64: { pattern: /^[A-Za-z0-9+/]+={0,2}$/, is: 'base64' },
  bot_token: { pattern: /^[0-9]+:[A-Za-z0-9_-]+$/, is: 'the token of a bot: its number, a colon and its secret' },
  mnemonic: { pattern: /^[a-z]+( [a-z]+){11,23}$/, is: 'a mnemonic of 12 to 24 words (BIP-39), a space between two' },
  signing_secret: {
    pattern: /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
    is: 'whsec_ and at least 24 bytes in base64',
  },
  device_token: { pattern: /^[A-Za-z0-9_-]{43}$/, is: 'a device token of an earlier sign-in' },
  printable: { pattern: /^[!-~]+$/, is: 'printable ASCII characters without spaces' },
  printable_spaced: {
    pattern: /^[!-~](?:[ -~]*[!-~])?$/,
    is: 'printable ASCII characters without leading or trailing spaces',
  },
  // A path segment of dots alone would lead to another resource, also when it is encoded (RFC 3986, 5.2.4).
  handle: { pattern: /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/, is: 'a name of letters, digits, underscores, dots and hyphens' },
  word: { pattern: /^[A-Za-z0-9_]+$/, is: 'letters, digits and underscores' },
  token_text: { pattern: /^[A-Za-z0-9_-]+$/, is: 'letters, digits, underscores and hyphens' },
  member_name: {
    pattern: new RegExp(`^(?!(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})$)[A-Za-z0-9_-]+$`),
    is: 'letters, digits, underscores and hyphens, and not a reserved name',
  },
  hashtag: { pattern: HASHTAG, is: 'a hashtag without its #: letters with their marks, digits and underscores' },
  chat_id: { pattern: /^(-?[0-9]+|@[A-Za-z0-9_]+)$/, is: 'the number of a chat, or @ and its name' },
  pool_id: { pattern: /^(?!\.{1,2}$)[A-Za-z0-9/:._-]+$/, is: 'the id of a pool' },
  unsubscribe_token: {
    pattern: /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/,
    is: 'the token of an address that a mail gives to unsubscribe',
  },
  merge_objection_token: { pattern: /^[A-Za-z0-9_-]{43}$/, is: 'the token of a link that a mail about a merge has' },
  repository: { pattern: /^[A-Za-z0-9-]+\/(?!\.{1,2}$)[A-Za-z0-9._-]+$/, is: 'owner/name of a repository' },
} as const satisfies Record<string, Form>;

interface Form {
  pattern?: RegExp;
  /** The one way to write what several texts mean; the pattern is that of its result. */
  read?: (text: string) => string;
  /** An additional condition. */
  also?: (text: string) => boolean;
  is: string;
}

export type FormName = keyof typeof FORMS;
/** Forms that have a pattern. */
export type Patterned = {
  [Name in FormName]: (typeof FORMS)[Name] extends { pattern: RegExp } ? Name : never;
}[FormName];

export function hasForm(name: Patterned, text: string): boolean {
  const { pattern, also }: Form = FORMS[name];
  const read = readForm(name, text);
  return pattern?.test(read) === true && also?.(read) !== false;
}

/** The text as it is stored and compared; see `read` of the form. */
export function readForm(name: FormName, text: string): string {
  const { read }: Form = FORMS[name];
  return read === undefined ? text : read(text);
}

/**
 * Patterns with the same meaning in JavaScript, Python, Java, RE2 (Go) and Rust: literals, sets of literals, groups,
 * alternatives and repetitions. The classes \d, \w and \s differ and are not used.
 */
const PORTABLE = /^(?:[^\\[\]()]|\\[^\w\s]|\[\^?(?:[^\\[\]]|\\[^\w\s])+\]|\((?!\?)|\(\?:|\))*$/;

/**
 * JSON Schema keywords of a form: its pattern, or its rule in words if the pattern is not portable or not that of the
 * text itself.
 */
export function formKeywords(form: Patterned | undefined): { pattern?: string; description?: string } {
  if (form === undefined) return {};
  const { is, pattern, read }: Form & { pattern: RegExp } = FORMS[form];
  const source = pattern.source.replaceAll('\\/', '/');
  return read === undefined && PORTABLE.test(source) ? { pattern: source } : { description: `Must be ${is}.` };
}

const BY_PATTERN = new Map(
  Object.values<Form>(FORMS).flatMap(({ pattern, is }) => (pattern === undefined ? [] : [[pattern.source, is]])),
);

/** A JSON Schema as clients read it: the rules in words where a pattern is not portable. */
export function portableSchema<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(portableSchema) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema)) copy[name] = portableSchema(member as unknown);
  const { pattern, description } = copy;
  if (typeof pattern === 'string' && !PORTABLE.test(pattern.replaceAll('\\/', '/'))) {
    delete copy['pattern'];
    copy['description'] = [description, `Must be ${BY_PATTERN.get(pattern)}.`].filter(Boolean).join(' ');
  }
  return copy as Schema;
}

export const FORM_NAMES = Object.keys(FORMS) as FormName[];
