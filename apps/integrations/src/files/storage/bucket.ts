import type { Values } from '../../description/authorization.js';

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
export function bucketOf(values: Values, { S3_PATH_STYLE }: { S3_PATH_STYLE: boolean }): Bucket {
  const { endpoint = '', region = ANY_REGION, bucket = '', accessKeyId = '', secretAccessKey = '' } = values;
  // The egress client refuses an invalid URL.
  const origin = URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint;
  return { endpoint: origin, region, bucket, accessKeyId, secretAccessKey, isPathStyle: S3_PATH_STYLE };
}

/** The name that files record; it does not change with the access key. */
export const nameOf = ({ endpoint, bucket }: Pick<Bucket, 'endpoint' | 'bucket'>): string => `${endpoint}/${bucket}`;
