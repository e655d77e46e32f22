import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from '@questp/sdk';
import { newStudio, signIn } from '@questp/players';
import { waitFor } from '@questp/testing';
import { Client } from 'pg';
import { codeOf } from './answers.js';
import type { Attack } from './attack.js';

/** Milliseconds. Twice this exceeds the caller's deadline (5 s); once is shorter than any lock timeout. */
const SHORT_OF_THE_DEADLINE = 3_500;

/**
 * Locks the rows that a change needs, first the caller's and then the project's, until the caller has got 504.
 * Afterwards nothing may be written. The waits are shorter than PostgreSQL's lock timeout.
 */
export const givenUpRequests: Attack = {
  name: 'What the caller has given up is done nevertheless',
  needs: ['database'],
  async run({ gateways, database }, tries) {
    const { owner, client, project, inProject: params } = await newStudio(await signIn(gateways), { draft: true });
    const blocker = new Client({ connectionString: database?.url });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM quests.project WHERE id = $1 FOR UPDATE', [project.id]);
      await blocker.query('SAVEPOINT what_is_changed');
      await blocker.query('SELECT FROM quests.earner WHERE user_id = $1 FOR UPDATE', [owner.user.id]);
      const changes = Array.from({ length: 4 }, (_, n) =>
        client.PATCH('/v1/projects/{projectId}', { params, body: { name: `Given up ${n}` } }),
      );
      await sleep(SHORT_OF_THE_DEADLINE);
      await blocker.query('ROLLBACK TO what_is_changed');
      await sleep(SHORT_OF_THE_DEADLINE);
      await blocker.query('ROLLBACK');
      for (const answer of await Promise.all(changes)) {
        const code = codeOf(answer);
        tries.note('an answer in time', ['UPSTREAM_TIMEOUT', 'SERVICE_UNAVAILABLE'].includes(code), code);
      }
      await sleep(1_000);
      const { name } = await unwrap(client.GET('/v1/projects/{projectId}', { params }));
      tries.note('nothing was written', name === project.name, name);
      await unwrap(client.POST('/v1/projects/{projectId}/archive', { params }));
    } finally {
      await blocker.end();
    }
  },
};

/** Milliseconds after which a request hangs, even on a slow machine. */
const HANGING = 30_000;

/** The broker accepts connections and does not answer. */
export const frozenBroker: Attack = {
  name: 'A frozen broker leaves requests hanging, or the platform down',
  needs: ['broker'],
  async run(target, tries) {
    const { client } = await signIn(target.gateways);
    target.broker?.pause();
    try {
      for (let n = 0; n < 3; n += 1) {
        const before = performance.now();
        const answer = await client.GET('/v1/users/me/wallets');
        const code = codeOf(answer);
        const isTold = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT'].includes(code);
        tries.note('503 or 504', isTold, code);
        tries.note('told when to come back', Number(answer.response.headers.get('retry-after')) > 0);
        tries.note('it does not hang', performance.now() - before < HANGING);
      }
    } finally {
      target.broker?.resume();
    }
    const works = async () => (await client.GET('/v1/users/me/wallets')).response.ok;
    const isBack = await waitFor(works, { what: 'the platform' }).catch(() => false);
    tries.note('works again by itself', isBack);
    tries.note('for everybody', (await target.gateways.anonymous.GET('/v1/task-types')).response.ok);
  },
};
