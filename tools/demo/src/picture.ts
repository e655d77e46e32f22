import { SurprisingAnswer } from './api.js';
import { check, type Check } from './checks.js';
import type { Account } from './sign-in.js';

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture, makes it the logo of the project, and checks that a visitor is shown it as a PNG. */
export async function uploadLogo({ person }: Account, platformUrl: string, projectId: string): Promise<Check> {
  const { api } = person;
  const body = { purpose: 'image', contentType: 'image/png', size: PICTURE.length } as const;
  const { fileId, uploadUrl, headers } = await person.get(api.POST('/v1/files/presign', { body }));
  const sent = await fetch(new URL(uploadUrl, platformUrl), { method: 'PUT', headers, body: PICTURE });
  if (!sent.ok) throw new SurprisingAnswer(`The picture was answered ${sent.status}`);
  await person.get(api.POST('/v1/files/{fileId}/confirm', { params: { path: { fileId } } }));
  const logoUrl = `/v1/files/${fileId}/image`;
  await person.get(api.PATCH('/v1/projects/{projectId}', { params: { path: { projectId } }, body: { logoUrl } }));
  const shown = await fetch(new URL(`${logoUrl}?size=128&format=png`, platformUrl));
  const type = shown.headers.get('content-type');
  const content = Buffer.from(await shown.arrayBuffer());
  const isPng = shown.ok && type === 'image/png' && content.subarray(0, 8).equals(PICTURE.subarray(0, 8));
  const answer = `${logoUrl} was answered ${shown.status} with ${content.length} bytes as ${type}`;
  return check('the uploaded logo is shown as a picture', isPng ? [] : [answer], logoUrl);
}
