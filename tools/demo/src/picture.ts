import { PICTURE, upload, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { check, type Check } from './checks.js';

/** Uploads a picture, makes it the logo of the project, and checks that a visitor is shown it as a PNG. */
export async function uploadLogo({ client }: Person, platformUrl: string, projectId: string): Promise<Check> {
  const { id } = await upload(client);
  const logoUrl = `/v1/files/${id}/image`;
  await unwrap(client.PATCH('/v1/projects/{projectId}', { params: { path: { projectId } }, body: { logoUrl } }));
  const shown = await fetch(new URL(`${logoUrl}?size=128&format=png`, platformUrl));
  const type = shown.headers.get('content-type');
  const content = Buffer.from(await shown.arrayBuffer());
  const isPng = shown.ok && type === 'image/png' && content.subarray(0, 8).equals(PICTURE.subarray(0, 8));
  const answer = `${logoUrl} was answered ${shown.status} with ${content.length} bytes as ${type}`;
  return check('the uploaded logo is shown as a picture', isPng ? [] : [answer], logoUrl);
}
