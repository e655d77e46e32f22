import { bool, originOrEmpty, secretStr, str, type ConfigOf } from '@questp/service';
import type { Values } from '../../description/authorization.js';

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

/** The variables of all buckets. */
export const BUCKETS_CONFIG = {
  ...BUCKET_CONFIG,
  S3_PATH_STYLE: bool({
    desc: 'Whether a bucket, also a stored one, is the first part of the path at its endpoint; else the first of its host',
    default: true,
  }),
};
export type BucketsConfig = ConfigOf<typeof BUCKETS_CONFIG>;

/** The region that most storages without regions accept. */
const ANY_REGION = 'us-east-1';

export interface Bucket {
  /** Scheme, host and port. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether its name is the first part of the path; else the first of the host. */
  isPathStyle: boolean;
}

/** The bucket that the values of `object_storage` describe. */
export function bucketOf(values: Values, { S3_PATH_STYLE }: Pick<BucketsConfig, 'S3_PATH_STYLE'>): Bucket {
  const { endpoint = '', region = ANY_REGION, bucket = '', accessKeyId = '', secretAccessKey = '' } = values;
  // The egress client refuses an invalid URL.
  const origin = URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint;
  return { endpoint: origin, region, bucket, accessKeyId, secretAccessKey, isPathStyle: S3_PATH_STYLE };
}

/** The name that files record; it does not change with the access key. */
export const nameOf = ({ endpoint, bucket }: Pick<Bucket, 'endpoint' | 'bucket'>): string => `${endpoint}/${bucket}`;
