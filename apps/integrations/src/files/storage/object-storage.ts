import { PassThrough, pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Egress, EgressAnswer, EgressOutcome } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { BucketRequests, type BucketRequest, type UploadRequest } from './bucket-requests.js';
import type { Bucket } from './bucket.js';
import { INCOMING, requireName, type AnnouncedFile, type Storage } from './storage.js';

const destination = 'object_storage';
/** Time limit of a request; when a content is read, of its first byte. */
const timeoutMs = 8_000;
/** Keys per page. Most files have fewer. */
const LISTED_AT_ONCE = 50;

/** Contents are objects `<file>/<name>` in a bucket, to which clients upload directly. */
export class ObjectStorage implements Storage {
  private readonly requests: BucketRequests;

  constructor(
    bucket: Bucket,
    private readonly egress: Egress,
    private readonly namedBy: 'platform' | 'operator',
  ) {
    this.requests = new BucketRequests(bucket);
  }

  async requireUsable(): Promise<void> {
    const answer = await this.ask({ method: 'HEAD', path: '/' });
    if (answer.outcome !== 'answered') throw new Error(`The bucket is out of reach: ${answer.detail}`);
    if (answer.status !== 200) throw new Error(`The bucket answers ${answer.status}`);
  }

  uploadRequest(file: AnnouncedFile): UploadRequest {
    return this.requests.presigned(pathOf(file.id, INCOMING), file);
  }

  /** The presigned URL refuses a PUT while the object exists. */
  closeUpload(fileId: string): Promise<void> {
    return this.write(fileId, INCOMING, Readable.from([]));
  }

  /** The object is stored whole or not at all, since the hash of its content is signed. */
  async write(fileId: string, name: string, content: Readable): Promise<void> {
    const path = pathOf(fileId, name);
    answered(await this.ask({ method: 'PUT', path, body: await buffer(content) }), 200);
  }

  async read(fileId: string, name: string, withinMs = timeoutMs): Promise<Readable | undefined> {
    const { url, headers } = this.requests.signed({ method: 'GET', path: pathOf(fileId, name) });
    const answer = await this.egress.open(url, { destination, namedBy: this.namedBy, timeoutMs: withinMs, headers });
    if (answer.outcome === 'answered' && answer.status !== 200) answer.body.destroy();
    const { status, body } = answered(answer, 200, 404);
    return status === 200 ? withOutageError(body) : undefined;
  }

  remove(fileId: string, name: string): Promise<void> {
    return this.removeAt(pathOf(fileId, name));
  }

  async removeAll(fileId: string): Promise<void> {
    requireName(fileId);
    const path = `/?encoding-type=url&list-type=2&max-keys=${LISTED_AT_ONCE}&prefix=${fileId}%2F`;
    for (let isLast = false; !isLast;) {
      const listed = String(answered(await this.ask({ method: 'GET', path }), 200).body);
      const keys = [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => String(key));
      await Promise.all(keys.map((key) => this.removeAt(`/${key}`)));
      isLast = !listed.includes('<IsTruncated>true</IsTruncated>');
    }
  }

  private async removeAt(path: string): Promise<void> {
    answered(await this.ask({ method: 'DELETE', path }), 204, 404);
  }

  private ask(request: BucketRequest): Promise<EgressOutcome> {
    const { url, headers } = this.requests.signed(request);
    return this.egress.send(url, { ...request, destination, namedBy: this.namedBy, timeoutMs, headers });
  }
}

function pathOf(fileId: string, name: string): string {
  requireName(fileId);
  requireName(name);
  return `/${fileId}/${name}`;
}

/** Every other status is an outage: requests to the bucket do not depend on the caller. */
function answered<Body>(outcome: EgressOutcome<Body>, ...expected: number[]): EgressAnswer<Body> {
  if (outcome.outcome === 'answered' && expected.includes(outcome.status)) return outcome;
  throw outage();
}

/** A content that breaks off is an outage, too; a reader that stops ends the transfer. */
const withOutageError = (content: Readable): Readable =>
  pipeline(content, new PassThrough({ destroy: (error, done) => done(error && outage()) }), () => undefined);

const outage = () => new AppError('SERVICE_UNAVAILABLE', { retryAfter: 5 });
