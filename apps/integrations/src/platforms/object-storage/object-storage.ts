import { MAX_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import { bool, originOrEmpty, secretStr, str, type ConfigOf } from '@questp/service';
import type { Values } from '../../description/authorization.js';
import { definePlatform, optional, required, secret } from '../../description/platform.js';
import { BucketRequests } from '../../files/storage/bucket-requests.js';
import { bucketOf } from '../../files/storage/bucket.js';

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
};

const CONFIG = {
  ...BUCKET_CONFIG,
  S3_PATH_STYLE: bool({
    desc: 'Whether a bucket, also a stored one, is the first part of the path at its endpoint; else the first of its host',
    default: true,
  }),
};
export type ObjectStorageConfig = ConfigOf<typeof CONFIG>;

const listing = (values: Values, config: ObjectStorageConfig) =>
  new BucketRequests(bucketOf(values, config)).signed({ method: 'GET', path: '/?list-type=2&max-keys=1' });

const LISTED = 'The bucket was listed; an upload proves that it can be written to.';

export const objectStorage = definePlatform(CONFIG, {
  // As other programs call them.
  variables: 's3',
  fields: {
    endpoint: { ...required, form: 'web_origin', max: MAX_CREDENTIAL_CHARACTERS },
    region: optional,
    bucket: { ...required, form: 'handle', max: 255 },
    accessKeyId: required,
    secretAccessKey: secret,
  },
  probe: {
    needs: ['endpoint', 'bucket', 'accessKeyId', 'secretAccessKey'],
    isNamed: true,
    url: (values, config) => listing(values, config).url,
    headers: (values, config) => listing(values, config).headers,
    shows: LISTED,
    reads: (body) => (typeof body === 'string' && body.includes('<ListBucketResult') ? { detail: LISTED } : undefined),
  },
});
