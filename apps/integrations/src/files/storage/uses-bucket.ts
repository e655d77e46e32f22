import { str, type ConfigOf } from '@questp/service';
import { BUCKET_CONFIG } from '../../platforms/object-storage/object-storage.js';

export const FILES_CONFIG = {
  FILES_DIR: str({
    desc: 'Directory of uploaded files, which every replica sees; needed where there is no S3_BUCKET, and while files are in it',
    default: '',
  }),
};

/**
 * Whether the environment says a bucket, and no directory.
 *
 * @throws Error for part of a bucket, and for no storage at all, in a sentence
 */
export function usesBucket(config: ConfigOf<typeof BUCKET_CONFIG & typeof FILES_CONFIG>): boolean {
  const variables = Object.keys(BUCKET_CONFIG) as (keyof typeof BUCKET_CONFIG)[];
  const missing = variables.filter((name) => config[name] === '');
  if (missing.length === 0) return true;
  if (missing.length < variables.length) throw new Error(`Configuration: a bucket also needs ${missing.join(', ')}`);
  if (config.FILES_DIR === '') throw new Error(`Configuration: FILES_DIR is missing, or ${variables.join(', ')}`);
  return false;
}
