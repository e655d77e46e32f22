import { UPLOAD_MINUTES, type PresignedUpload } from '@questp/messages/integrations';
import aws4, { type Request } from 'aws4';
import type { Bucket } from './bucket.js';

export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Path and query in the bucket; begins with a slash. */
  path: string;
  body?: Buffer;
}

export type UploadRequest = Pick<PresignedUpload, 'uploadUrl' | 'headers'>;

export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
}

export interface Announced {
  contentType: string;
  size: number;
  expiresAt: Date;
}

/** Without a type the signer adds its own. */
const CONTENT_TYPE = 'application/octet-stream';

/** Requests to a bucket, signed (AWS Signature Version 4). */
export class BucketRequests {
  private readonly origin: string;
  /** Prefix of each path. */
  private readonly root: string;

  constructor(private readonly target: Bucket) {
    const { endpoint, bucket, isPathStyle } = target;
    this.origin = isPathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`);
    this.root = isPathStyle ? `/${bucket}` : '';
  }

  /** A request with its signature in headers, to be sent at once. */
  signed({ method, path, body }: BucketRequest): SignedRequest {
    return this.sign({ method, path, ...(body && { body, headers: { 'content-type': CONTENT_TYPE } }) });
  }

  /** A URL that accepts one PUT of this type and length from anyone, as long as the object does not exist. */
  presigned(path: string, { contentType, size, expiresAt }: Announced): UploadRequest {
    const since = new Date(expiresAt.getTime() - UPLOAD_MINUTES * 60_000).toISOString().replace(/[-:]|\.\d+/g, '');
    const headers = { 'content-type': contentType, 'if-none-match': '*' };
    const { url } = this.sign({
      method: 'PUT',
      path: `${path}?X-Amz-Date=${since}&X-Amz-Expires=${UPLOAD_MINUTES * 60}`,
      headers: { ...headers, 'content-length': size },
      signQuery: true,
    });
    return { uploadUrl: url, headers };
  }

  private sign(request: Request & { path: string }): SignedRequest {
    const { region, accessKeyId, secretAccessKey } = this.target;
    const host = this.origin.slice(this.origin.indexOf('://') + 3);
    const { path, headers } = aws4.sign(
      { ...request, path: this.root + request.path, host, region, service: 's3' },
      { accessKeyId, secretAccessKey },
    );
    const texts = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
    return { url: `${this.origin}${path}`, headers: Object.fromEntries(texts) as Record<string, string> };
  }
}
