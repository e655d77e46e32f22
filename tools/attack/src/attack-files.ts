import { setTimeout as sleep } from 'node:timers/promises';
import { request, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import { newSlug, PICTURE, presign, sending, signIn, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';

/** More than the tickets that a service once had for all callers. */
const MANY = 1_100;
const AT_ONCE = 50;

/** Answers without a body used to leave a ticket each, for ten seconds, in a table that all callers shared. */
export const headersOfFiles: Attack = {
  name: 'Requests for the headers of a picture take away pictures and uploads',
  async run(target, tries) {
    const { client } = await signIn(target.gateways);
    const { id } = await upload(client);
    const logoUrl = `/v1/files/${id}/image`;
    await unwrap(client.POST('/v1/projects', { body: { slug: newSlug('attack'), name: 'Attack', logoUrl } }));
    const stranger = target.gateways.anonymous;
    const etag = (await stranger.call('GET', logoUrl)).response.headers.get('etag') ?? '';
    const ask = (_: unknown, n: number) =>
      n % 2 === 0
        ? stranger.call('HEAD', logoUrl)
        : stranger.call('GET', logoUrl, { headers: { 'if-none-match': etag } });
    for (let n = 0; n < MANY; n += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
    }
    const shown = await stranger.call('GET', logoUrl);
    tries.note('the picture is shown', shown.response.ok, codeOf(shown));
    const announced = await presign(client);
    const sent = await client.call('PUT', announced.uploadUrl, sending(announced));
    tries.note('a file is taken', sent.response.ok, codeOf(sent));
  },
};

const UPLOADS = 40;
const LATEST_MS = 5_000;

/** Each upload occupies memory until it is aborted after a minute. */
export const unfinishedUploads: Attack = {
  name: 'Many unfinished uploads to one address',
  async run({ gateways }, tries) {
    const { client } = await signIn(gateways);
    const announced = await presign(client);
    const url = new URL(announced.uploadUrl, gateways.urls[0]);
    // Uploads to a bucket do not reach the platform.
    if (!announced.uploadUrl.startsWith('/')) return tries.note('the bucket takes them', true);
    const headers = { ...announced.headers, 'content-length': PICTURE.length };
    const begun: ClientRequest[] = [];
    const begin = async () => {
      const asked = request(url, { method: 'PUT', headers, agent: false });
      asked.on('error', () => undefined);
      begun.push(asked);
      asked.write(PICTURE.subarray(0, 10));
      const answered = once(asked, 'response').then(([answer]) => (answer as { statusCode: number }).statusCode);
      return Promise.race([answered.catch(() => 0), sleep(LATEST_MS).then(() => 'open' as const)]);
    };
    const outcomes = await Promise.all(Array.from({ length: UPLOADS }, begin));
    for (const asked of begun) asked.destroy();
    const open = outcomes.filter((one) => one === 'open').length;
    tries.note('one is taken at a time', open <= 1, `${open} of ${UPLOADS}`);
    const others = outcomes.filter((one) => one !== 'open');
    tries.note(
      'the others are refused',
      others.every((one) => one === 409 || one === 429),
      others.join(' '),
    );
    const sent = await patiently(() => client.call('PUT', announced.uploadUrl, sending(announced)));
    tries.note('the address takes another', sent.response.ok || codeOf(sent) === 'UPLOAD_IN_PROGRESS', codeOf(sent));
  },
};
