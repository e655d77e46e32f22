import { loadConfig } from '@questp/service';
import { BUCKET_CONFIG } from './bucket.js';
import { FILES_CONFIG, usesBucket } from './file-stores.js';

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'uploads',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const uses = (env: NodeJS.ProcessEnv) => usesBucket(loadConfig({ ...FILES_CONFIG, ...BUCKET_CONFIG }, env));

describe('the storage of files', () => {
  it('the storage of files is the bucket if all its variables are set, and otherwise the directory', () => {
    expect(uses({ ...BUCKET, FILES_DIR: '/files' })).toBe(true);
    expect(uses(BUCKET)).toBe(true);
    expect(uses({ FILES_DIR: '/files' })).toBe(false);
  });

  it('the storage of files is refused in one sentence if variables of the bucket or all variables are missing', () => {
    for (const name of Object.keys(BUCKET)) {
      expect(() => uses({ ...BUCKET, [name]: '', FILES_DIR: '/files' })).toThrow(
        `Configuration: a bucket also needs ${name}`,
      );
    }
    expect(() => uses({})).toThrow(/^Configuration: FILES_DIR is missing, or S3_ENDPOINT, /);
    expect(() => uses({ ...BUCKET, S3_ENDPOINT: 'https://s3.example.org/uploads' })).toThrow(
      'S3_ENDPOINT is not valid',
    );
  });
});
