import { BucketRequests } from './bucket-requests.js';

/** With the keys of the examples of AWS. */
const bucket = {
  endpoint: 'https://s3.amazonaws.com',
  region: 'us-east-1',
  bucket: 'examplebucket',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  isPathStyle: true,
};
const announced = { contentType: 'image/png', size: 5, expiresAt: new Date('2013-05-24T00:15:00.900Z') };

describe('a request to a bucket', () => {
  it('names the bucket in the path, or in the host', () => {
    const urlOf = (isPathStyle: boolean) =>
      new BucketRequests({ ...bucket, isPathStyle }).signed({ method: 'GET', path: '/a/b?x=1' });
    expect(urlOf(true).url).toBe('https://s3.amazonaws.com/examplebucket/a/b?x=1');
    expect(urlOf(false).url).toBe('https://examplebucket.s3.amazonaws.com/a/b?x=1');
    expect(urlOf(false).headers['Host']).toBe('examplebucket.s3.amazonaws.com');
  });

  it('a signed address of a bucket ends with the upload, takes one content, and is the same again', () => {
    const requests = new BucketRequests(bucket);
    const upload = requests.presigned('/a/incoming', announced);
    const { searchParams } = new URL(upload.uploadUrl);
    expect(upload.headers).toEqual({ 'content-type': 'image/png', 'if-none-match': '*' });
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
    expect(searchParams.get('X-Amz-Date')).toBe('20130524T000000Z');
    expect(searchParams.get('X-Amz-Expires')).toBe('900');
    expect(upload.uploadUrl).not.toContain(bucket.secretAccessKey);
    expect(requests.presigned('/a/incoming', announced)).toEqual(upload);
    expect(requests.presigned('/a/incoming', { ...announced, size: 6 })).not.toEqual(upload);
  });

  it('a request to a bucket is signed with the hash of what it brings', () => {
    const body = Buffer.from('Welcome to Amazon S3.');
    const { headers } = new BucketRequests(bucket).signed({ method: 'PUT', path: '/a/b', body });
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'Content-Length': '21',
      'X-Amz-Content-Sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    });
    expect(headers['Authorization']).toContain(
      'SignedHeaders=content-length;content-type;host;x-amz-content-sha256;x-amz-date',
    );
  });
});
