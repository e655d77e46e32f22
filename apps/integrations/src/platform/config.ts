import { BYTES_CONFIG } from '@questp/bytes';
import { parseNetworks } from '@questp/egress';
import { FORMS } from '@questp/messages';
import {
  bool,
  frontEndUrl,
  makeValidator,
  originOrEmpty,
  secretStr,
  url,
  str,
  webUrl,
  type ConfigOf,
} from '@questp/service';
import { CREDENTIAL_VARIABLES } from '../credentials/environment.js';
import { PLATFORMS, type Platforms } from '../credentials/providers.js';
import { VAULT_CONFIG } from '@questp/vault';

const platformUrls = Object.fromEntries(
  Object.entries(PLATFORMS).map(([name, address]) => [
    name,
    webUrl({ desc: 'Address of the platform, without a slash at the end', default: address }),
  ]),
) as Record<keyof Platforms, ReturnType<typeof webUrl>>;

/** Of the bucket: all of them, or none. */
export const BUCKET_CONFIG = {
  S3_ENDPOINT: originOrEmpty({
    desc: 'Object storage (S3) for uploaded files instead of FILES_DIR, while none is stored, <scheme>://<host>[:<port>], which clients reach, too; with it all other S3_ variables are needed',
    default: '',
  }),
  S3_REGION: str({ desc: 'Region that requests to S3_ENDPOINT are signed for', default: '' }),
  S3_BUCKET: str({ desc: 'Bucket for uploaded files, and for nothing else', default: '' }),
  S3_ACCESS_KEY_ID: str({ desc: 'Of who reads, writes, lists and deletes in S3_BUCKET', default: '' }),
  S3_SECRET_ACCESS_KEY: secretStr({ desc: 'Of S3_ACCESS_KEY_ID', default: '' }),
} as const;

export const CONFIG_SPEC = {
  ...CREDENTIAL_VARIABLES,
  ...BYTES_CONFIG,
  ...VAULT_CONFIG,
  FILES_DIR: str({
    desc: 'Directory of uploaded files, which every replica sees; needed where there is no S3_BUCKET, and while files are in it',
    default: '',
  }),
  ...BUCKET_CONFIG,
  S3_PATH_STYLE: bool({
    desc: 'Whether a bucket, also a stored one, is the first part of the path at its endpoint; else the first of its host',
    default: true,
  }),
  CHAINS: str({
    desc: 'JSON array of further chains or replacements for the built-in ones; restUrls says which nodes are asked',
    default: '[]',
  }),
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Networks (CIDR, comma-separated) that requests may reach at addresses named by operators, although they are not public, http included',
    default: [],
  }),
  PROJECT_EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'The same for addresses named by projects; for the development of their endpoints on one machine',
    default: [],
  }),
  PUBLIC_URL: url({
    desc: 'Public address of the API, without a path, at which platforms send browsers back',
    default: 'http://127.0.0.1:3000',
  }),
  APP_URL: frontEndUrl('APP_URL', 'where browsers go from platforms'),
  STUDIO_URL: frontEndUrl('STUDIO_URL', 'where browsers go from platforms'),
  ESCROW_CHAIN_ID: str({ desc: 'Chain of the reward escrow, on which its keys have addresses', default: 'neutron-1' }),
  ESCROW_FEE_DENOM: makeValidator((input: string) => {
    if (!FORMS.denom.pattern.test(input)) throw new Error(`must be ${FORMS.denom.is}`);
    return input;
  })({
    desc: 'What the keys of the escrow pay fees in on ESCROW_CHAIN_ID, whose balance operators are shown',
    default: 'untrn',
  }),
  ...platformUrls,
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
