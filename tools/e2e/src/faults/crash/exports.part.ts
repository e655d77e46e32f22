import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { waitFor } from '@questp/testing';
import { e2e, studio } from './stage.fixture.js';

/** Enough rows to fill the socket buffers, so that the export waits for its reader. */
const ROWS = 3_000;

describe('Exports', () => {
  let questId: string;

  beforeAll(async () => {
    ({ id: questId } = await studio.quest('custom_manual', { instructions: 'Tell us.' }));
    const earner = await e2e.signIn();
    await waitFor(
      async () => (await e2e.count('SELECT count(*) FROM quests.earner WHERE user_id = $1', [earner.user.id])) === 1,
    );
    await e2e.sql(
      `INSERT INTO quests.submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
         status, inputs)
       SELECT gen_random_uuid(), $1, $2, $3, $4, n::text, 'custom_manual', 'manual', 'pending',
         jsonb_build_object('text', repeat('x', 8000))
       FROM generate_series(1, $5::integer) n`,
      [studio.project.id, studio.campaign.id, questId, earner.user.id, ROWS],
    );
  });
  afterAll(() => e2e.sql(`DELETE FROM quests.submission WHERE quest_id = $1`, [questId]));

  const path = () => {
    const { project, campaign } = studio;
    return `/v1/projects/${project.id}/campaigns/${campaign.id}/exports/submissions.csv?questId=${questId}`;
  };
  /** Resolves when its first bytes have arrived and it waits for its reader. */
  const begin = async (gateway: number): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${studio.client.token}` };
    const sent = request(`${e2e.gatewayUrls[gateway]}${path()}`, { headers, agent: false });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end();
    const [answer] = await answered;
    // Both streams emit an error on a reset, even before they are read.
    for (const emitter of [sent, answer]) emitter.on('error', () => undefined);
    return answer;
  };
  const whole = async (gateway: number) => {
    const answer = await begin(gateway);
    const file = await buffer(answer);
    return { status: answer.statusCode, lines: file.toString().split('\r\n').length };
  };
  const WHOLE = { status: 200, lines: 1 + ROWS + 1 };
  const manifestOf = ({ headers }: IncomingMessage) =>
    e2e.count('SELECT count(*) FROM exports.export_manifest WHERE id = $1', [headers['x-manifest-id']]);

  it.each([
    ['exports', 0],
    ['gateway', 1],
  ] as const)(
    'A-82 of which %s is killed amid one break off, leave no manifest, and work again',
    async (name, index) => {
      const service = e2e.service(name, index);
      const answer = await begin(1);
      expect(answer.statusCode).toBe(200);

      await service.kill('SIGKILL');
      const read = await buffer(answer).then(
        () => 'whole',
        (error: NodeJS.ErrnoException) => error.code,
      );
      await service.restart();

      expect(read).toBe('ECONNRESET');
      expect(await manifestOf(answer)).toBe(0);
      await waitFor(async () => (await whole(1)).status === 200, { what: 'an export' });
      expect(await whole(1)).toEqual(WHOLE);
    },
  );
});
