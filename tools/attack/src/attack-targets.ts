import { linkByOAuth, newStudio, REPOSITORY, signIn, submit, type EmulatedPlatforms } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { codeOf, patiently, refuses } from './answers.js';
import type { Attack } from './attack.js';

/** Texts by which a path, a query or a host of a call would become another. */
const HOSTILE = [
  ...[
    '../admin',
    '..%2f..%2fadmin',
    'orbit/../../user',
    'orbit_hq?x=1',
    'orbit_hq#x',
    'a/b/c',
    '/',
    '.',
    '..',
    'orbit/..',
    ' ',
  ],
  ...['http://127.0.0.1:1/', 'http://169.254.169.254/latest', 'file:///etc/passwd', '//evil.example', '@evil.example/'],
  ...['https://x.com@127.0.0.1/orbit_hq/status/1', 'https://x.com.evil.example/orbit_hq/status/1'],
  ...['https://x.com/orbit_hq/status/../../users/me', 'https://youtube.com.evil.example/watch?v=OrbitVideo1'],
  ...[
    'orbit\r\nx-header: 1',
    'orbit\u0000',
    'ｏｒｂｉｔ／ｃｏｒｅ',
    '-1&user_id=1',
    "'; DROP TABLE quest;--",
    'x'.repeat(5_000),
  ],
];

/** By task type: the member of its configuration that names an object of the platform. */
const TARGETS: readonly [taskTypeId: string, member: string][] = [
  ['social_microblog_follow', 'handle'],
  ['social_microblog_like', 'postUrl'],
  ['social_codehost_star', 'repository'],
  ['social_videosite_like', 'videoUrl'],
  ['social_videosite_subscribe', 'channelId'],
  ['social_messenger_join', 'chatId'],
  ['social_chatcomm_join', 'guildId'],
];

/** Requests of the health checks, which integrations repeats about once a minute. */
const HEALTH_READS = [
  ...['microblog token', 'microblog usage', 'chatcomm token', 'chatcomm application', 'codehost rate_limit'],
  ...['messenger getMe', 'messenger getWebhookInfo', 'videosite token', 'videosite languages', 'photosite app_token'],
  ...['launchsite token', 'oauth_idp discovery', 'oauth_idp token'],
];

export const hostileTargets: Attack = {
  name: 'A target of a quest that makes the platform ask something else (A-72)',
  needs: ['emulators'],
  async run({ gateways, emulators }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const since = await lastNumber(emulators);
    for (const [taskTypeId, member] of TARGETS) {
      for (const value of HOSTILE) {
        const codes = ['TASK_CONFIG_INVALID', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE'];
        await refuses(tries, `${taskTypeId} at ${JSON.stringify(value).slice(0, 60)}`, codes, () =>
          studio.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', {
            params: studio.inCampaign,
            body: { slug: 'hostile', title: 'Hostile', taskTypeId, points: 1, config: { [member]: value } },
          }),
        );
      }
    }
    const asked = ((await emulators?.journal(since)) ?? [])
      .filter(({ direction }) => direction === 'in')
      .map(({ platform, route }) => `${platform} ${route}`)
      // Tokens that earlier attacks gave up are revoked in the background.
      .filter((request) => !HEALTH_READS.includes(request) && !request.endsWith(' revoke'));
    tries.note('no platform was asked', asked.length === 0, asked.join());
  },
};

const lastNumber = async (emulators: EmulatedPlatforms | undefined): Promise<number> =>
  (await emulators?.journal())?.at(-1)?.number ?? 0;

/** An account of the emulated code host. */
const IDLE = 'earner-184';

export const burntQuota: Attack = {
  name: 'An earner uses up the calls that a platform allows',
  needs: ['emulators'],
  async run({ gateways, emulators }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const quest = await studio.quest('social_codehost_fork', { repository: REPOSITORY });
    const { client } = await signIn(gateways);
    const { accountId } = await linkByOAuth(client, 'codehost', IDLE);
    // It has one if the demo has run.
    await emulators?.remove('codehost', 'repositories', { owner: accountId });
    const before = await lastNumber(emulators);
    for (let n = 0; n < 30; n += 1) {
      const code = codeOf(await patiently(() => submit({ client }, quest.id, {})));
      tries.note('an attempt without the action', ['ACTION_NOT_FOUND', 'QUEST_COOLDOWN'].includes(code), code);
    }
    const calls = ((await emulators?.journal(before)) ?? []).filter(({ platform }) => platform === 'codehost').length;
    // Within the cool-down of 30 s nothing is asked; on a slow machine it ends a few times.
    tries.note('30 attempts cost few calls', calls < 15, `${calls} calls`);
    await unwrap(client.DELETE('/v1/users/me/accounts/{provider}', { params: { path: { provider: 'codehost' } } }));
  },
};
