import { unwrap } from '@questp/sdk';
import { call } from './call.js';
import type { Caller } from './caller.js';
import type { Body, Schemas } from './schemas.js';

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Presigns an upload, which is not sent. */
export const presign = (
  client: Caller,
  body: Partial<Body<'presignUpload'>> = {},
): Promise<Schemas['PresignedUpload']> =>
  unwrap(
    client.POST('/v1/files/presign', {
      body: { purpose: 'image', contentType: 'image/png', size: PICTURE.length, ...body },
    }),
  );

/** Content and headers of an upload. */
export const sending = ({ headers }: Schemas['PresignedUpload'], content: Buffer = PICTURE) => ({
  raw: content,
  headers,
});

/** Uploads a file, and does not confirm it. */
export async function send(client: Caller, body?: Partial<Body<'presignUpload'>>): Promise<Schemas['PresignedUpload']> {
  const upload = await presign(client, body);
  const { urls } = client.gateways;
  await call(new URL(upload.uploadUrl, urls[client.gateways.next()]).href, 'PUT', sending(upload));
  return upload;
}

/** Uploads and confirms a file. */
export async function upload(client: Caller, body?: Partial<Body<'presignUpload'>>): Promise<Schemas['FileInfo']> {
  const { fileId } = await send(client, body);
  return unwrap(client.POST('/v1/files/{fileId}/confirm', { params: { path: { fileId } } }));
}
