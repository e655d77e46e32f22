import { MAX_CREDENTIAL_CHARACTERS } from '@questp/messages/integrations';
import type { Values } from '../../description/authorization.js';
import { definePlatform, optional, required, secret } from '../../description/platform.js';
import { BucketRequests } from '../../files/storage/bucket-requests.js';
import { bucketOf, BUCKETS_CONFIG, type BucketsConfig } from '../../files/storage/bucket.js';
import { SEALED_FORMER_BUCKETS } from '../../files/storage/former-buckets.repository.js';
import { KeepFormerBucket } from './keep-former-bucket.js';

const listing = (values: Values, config: BucketsConfig) =>
  new BucketRequests(bucketOf(values, config)).signed({ method: 'GET', path: '/?list-type=2&max-keys=1' });

const LISTED = 'The bucket was listed; an upload proves that it can be written to.';

export const objectStorage = definePlatform(BUCKETS_CONFIG, {
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
  providers: [KeepFormerBucket],
  changed: KeepFormerBucket,
  sealed: [SEALED_FORMER_BUCKETS],
});
