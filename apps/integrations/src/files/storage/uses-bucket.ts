import { BUCKET_CONFIG, type Config } from '../../platform/config.js';

/**
 * Whether the environment says a bucket, and no directory.
 *
 * @throws Error for part of a bucket, and for no storage at all, in a sentence
 */
export function usesBucket(config: Config): boolean {
  const variables = Object.keys(BUCKET_CONFIG) as (keyof typeof BUCKET_CONFIG)[];
  const missing = variables.filter((name) => config[name] === '');
  if (missing.length === 0) return true;
  if (missing.length < variables.length) throw new Error(`Configuration: a bucket also needs ${missing.join(', ')}`);
  if (config.FILES_DIR === '') throw new Error(`Configuration: FILES_DIR is missing, or ${variables.join(', ')}`);
  return false;
}
