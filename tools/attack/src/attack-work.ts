import { signIn } from '@questp/players';
import { waitFor } from '@questp/testing';
import { codeOf } from './answers.js';
import type { Attack } from './attack.js';

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
        const isRefused = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT'].includes(code);
        tries.note('503 or 504', isRefused, code);
        tries.note('a Retry-After', Number(answer.response.headers.get('retry-after')) > 0);
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
