import { setTimeout as sleep } from 'node:timers/promises';
import { newHash } from '@questp/emulators';
import { newWallet, type Person, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { node, transferring } from '../support/chain-node.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel } from '../support/parallel.js';
import { credits, studio } from './stage.fixture.js';

const TREASURY = newWallet().address;
const COINS = { denom: 'uatom', amount: '1000000' };

interface Waiting {
  earner: Person;
  questId: string;
  /** Of the submission. */
  id: string;
  hash: string;
}

/** A transfer that was submitted before it is in a block. */
async function handedIn(): Promise<Waiting> {
  const { denom, amount } = COINS;
  const config = { chainId: 'cosmoshub-4', denom, minAmount: amount, recipient: TREASURY };
  const quest = await studio.quest('chain_transfer', config);
  const [earner, hash] = [await e2e.signIn(), newHash()];
  const submission = await unwrap(submit(earner, quest.id, { txHash: hash }));
  expect(submission).toMatchObject({ status: 'pending', reason: expect.any(String) as string, pointsAwarded: 0 });
  expect(Date.parse(submission.nextTryAt ?? '')).toBeGreaterThan(Date.now());
  return { earner, questId: quest.id, id: submission.id, hash };
}

const indexed = ({ earner, hash }: Waiting) =>
  node.include({ hash, messages: transferring({ ...COINS, sender: earner.wallet.address, recipient: TREASURY }) });

/** Makes the next check due, and expires the leases of running checks. */
const due = () => e2e.sql('UPDATE quests.pending_check SET due_at = now(), lease_until = NULL');

const statusOf = async ({ earner, id: submissionId }: Waiting) => {
  const params = { path: { submissionId } };
  return (await unwrap(earner.client.GET('/v1/users/me/submissions/{submissionId}', { params }))).status;
};

const claimed = (waiting: Waiting) =>
  waitFor(async () => (await statusOf(waiting)) === 'claimed', { what: 'the credit' });

/** Checks that are leased. */
const leased = () => e2e.count('SELECT count(*) FROM quests.pending_check WHERE lease_until > now()');

describe('A pending submission', () => {
  it('is credited once when the process that checks it is killed after the commit', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const waiting = await handedIn();
    await second.stop();
    await first.restart({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: 'after-commit:quests.credit' });

    indexed(waiting);
    await due();
    await first.exited();

    expect(await credits(waiting.id)).toBe(1);
    await Promise.all([first.restart({ FAILPOINTS_ENABLED: 'false', FAILPOINTS: '' }), second.restart()]);
    await due();
    await claimed(waiting);
    expect(await credits(waiting.id)).toBe(1);
  });

  it('is credited once when one of two processes that check it is killed during the check', async () => {
    const victim = e2e.service('quests-verify', 1);
    const all = await parallel(10, handedIn);
    all.forEach(indexed);
    node.delay = 1_000;
    await due();
    await waitFor(async () => (await leased()) > 0, { what: 'checks that have begun' });

    await victim.kill('SIGKILL');
    await sleep(500);
    node.delay = 0;
    await due();
    await Promise.all(all.map(claimed));
    await victim.restart();

    for (const { id } of all) expect(await credits(id)).toBe(1);
    expect(await e2e.count('SELECT count(*) FROM quests.pending_check')).toBe(0);
  });
});
