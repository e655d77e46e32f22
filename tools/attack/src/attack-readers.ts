import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@questp/testing';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';
import { archive, campaignWithPool } from './paid-campaign.js';

const READERS = 60;
const ANSWERS_MS = 5_000;

export const stuckReaders: Attack = {
  name: 'Readers of distribution.csv and allocation.json that read nothing, or leave',
  async run(target, tries) {
    const studio = await campaignWithPool(target);
    const { client, campaign, project } = studio;
    const files = [
      `/v1/projects/${project.id}/campaigns/${campaign.id}/exports/distribution.csv`,
      `/v1/discover/campaigns/${campaign.id}/allocation.json`,
    ];
    for (const path of files) {
      const expected = codeOf(await patiently(() => client.call('GET', path)));
      const readers = Array.from({ length: READERS }, () => open(`${client.gateways.urls[0]}${path}`, client.token));
      const codes = await Promise.all(readers.map(({ status }) => status));
      const allowed = ['open', Number(expected) || 404, 429, 503];
      for (const code of codes) tries.note(`an answer at ${path}`, allowed.includes(code), `${code}`);
      for (const { asked } of readers) asked.destroy();
      // Their places are free once they have left.
      const reads = async () => codeOf(await client.call('GET', path)) === expected;
      tries.note(`${path} is read afterwards`, await waitFor(reads, { what: path }).catch(() => false));
    }
    await archive(studio);
  },
};

/** Asks for a file and reads nothing of it. */
function open(url: string, token = ''): { asked: ClientRequest; status: Promise<number | 'open'> } {
  const asked = request(url, { headers: { authorization: `Bearer ${token}` }, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  const answered = once(asked, 'response').then(([answer]: IncomingMessage[]) => answer?.statusCode ?? 0);
  return { asked, status: Promise.race([answered.catch(() => 0), sleep(ANSWERS_MS).then(() => 'open' as const)]) };
}
