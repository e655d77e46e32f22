import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
import type { Body, Schemas } from './schemas.js';

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file that is announced and not sent. */
export const presign = (
  client: Caller,
  body: Partial<Body<'presignUpload'>> = {},
): Promise<Schemas['PresignedUpload']> =>
  unwrap(
    client.POST('/v1/files/presign', {
      body: { purpose: 'image', contentType: 'image/png', size: PICTURE.length, ...body },
    }),
  );

/** What a file is sent with. */
export const sending = ({ headers }: Schemas['PresignedUpload'], content: Buffer = PICTURE) => ({
  raw: content,
  headers,
});

/** A file that was sent and not confirmed. */
export async function send(client: Caller, body?: Partial<Body<'presignUpload'>>): Promise<Schemas['PresignedUpload']> {
  const upload = await presign(client, body);
  await client.call('PUT', upload.uploadUrl, sending(upload));
  return upload;
}

/** A confirmed file. */
export async function upload(client: Caller, body?: Partial<Body<'presignUpload'>>): Promise<Schemas['FileInfo']> {
  const { fileId } = await send(client, body);
  return unwrap(client.POST('/v1/files/{fileId}/confirm', { params: { path: { fileId } } }));
}
