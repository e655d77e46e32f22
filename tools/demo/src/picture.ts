import { SurprisingAnswer } from './api.js';
import type { Account } from './sign-in.js';

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture, makes it the logo of the project, and looks at it as a visitor does. Gives its address. */
export async function uploadLogo({ person }: Account, platformUrl: string, projectId: string): Promise<string> {
  const { api } = person;
  const body = { purpose: 'image', contentType: 'image/png', size: PICTURE.length } as const;
  const { fileId, uploadUrl, contentType } = await person.get(api.POST('/v1/files/presign', { body }));
  const sent = await fetch(new URL(uploadUrl, platformUrl), {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: PICTURE,
  });
  if (!sent.ok) throw new SurprisingAnswer(`The picture was answered ${sent.status}`);
  await person.get(api.POST('/v1/files/{fileId}/confirm', { params: { path: { fileId } } }));
  const logoUrl = `/v1/files/${fileId}/image`;
  await person.get(api.PATCH('/v1/projects/{projectId}', { params: { path: { projectId } }, body: { logoUrl } }));
  const shown = await fetch(new URL(`${logoUrl}?size=128&format=png`, platformUrl));
  const isPng =
    Buffer.from(await shown.arrayBuffer())
      .subarray(1, 4)
      .toString() === 'PNG';
  if (!isPng) throw new SurprisingAnswer(`The logo was answered ${shown.status} without a picture`);
  return logoUrl;
}
