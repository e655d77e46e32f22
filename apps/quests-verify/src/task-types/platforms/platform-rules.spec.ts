import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { NO_FACTS, type FactValues } from '../../catalog/definition/facts.js';
import type { VerificationMethod } from '@questp/messages/quests';
import { validateConfig, validateInputs } from '../../catalog/definition/validation.js';
import { availableType } from '../../catalog/definition/task-type.js';
import { TASK_TYPES } from '../index.js';

const accountId = '77';

/** What the rule says to facts, of the example of the type with changes. */
function decide(id: string, facts: Partial<FactValues>, change: JsonObject = {}) {
  const type = availableType(TASK_TYPES.get(id));
  const checked = validateConfig(type, { ...type.exampleConfig, ...change });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return type.rule(checked.value, type.exampleInputs, {
    ...NO_FACTS,
    now: new Date(),
    startsAt: null,
    endsAt: null,
    ...facts,
  });
}

const by = (platform: string) => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `${platform}/${accountId}` }],
});
const MISSING = { kind: 'fail', code: 'ACTION_NOT_FOUND' };

describe('rules of platform checks', () => {
  const ALL = [
    'social_chatcomm_join',
    'social_chatcomm_role',
    'social_chatcomm_message',
    'social_codehost_star',
    'social_codehost_fork',
    'dev_codehost_pr',
    'dev_codehost_commit',
    'social_videosite_subscribe',
    'social_videosite_like',
    'dev_codehost_issue',
    'social_videosite_comment',
    'social_launchsite_upvote',
    'social_launchsite_comment',
  ];
  it.each(ALL)('of %s fail without facts', (id) => {
    expect(decide(id, {})).toMatchObject(MISSING);
  });

  const member = { accountId, guildName: null, isMember: true, isPending: false, roleIds: ['1400000000000000001'] };

  it.each([
    ['a member', member, by('chatcomm')],
    ['a member who has not passed the screening', { ...member, isPending: true }, MISSING],
    ['a user who is not a member', { ...member, isMember: false }, MISSING],
  ])('pass joining for %s', (_, chatcommMember, expected) => {
    expect(decide('social_chatcomm_join', { chatcommMember })).toMatchObject(expected);
  });

  it.each([
    ['a member with the role', member, by('chatcomm')],
    ['a member without it', { ...member, roleIds: [] }, MISSING],
    ['a pending member with it', { ...member, isPending: true }, MISSING],
    ['somebody who left with it', { ...member, isMember: false }, MISSING],
  ])('pass a role for %s', (_, chatcommMember, expected) => {
    expect(decide('social_chatcomm_role', { chatcommMember })).toMatchObject(expected);
  });

  it('pass a message once, whatever the period', () => {
    const messages = {
      accountId,
      channelName: null,
      messageId: '1500000000000000009',
      hasWritten: true,
      isComplete: true,
    };
    expect(decide('social_chatcomm_message', { chatcommMessages: messages })).toEqual({
      ...by('chatcomm'),
      usesOneOf: [{ kind: 'post', subject: 'chatcomm/1500000000000000009' }],
    });
    expect(decide('social_chatcomm_message', { chatcommMessages: { ...messages, messageId: null } })).toMatchObject(
      MISSING,
    );
    const partly = { ...messages, messageId: null, isComplete: false };
    expect(decide('social_chatcomm_message', { chatcommMessages: partly })).toMatchObject({
      kind: 'review',
      detail: expect.stringContaining('older ones are not read') as string,
    });
  });

  it.each([
    [1, 1, by('codehost')],
    [3, 2, MISSING],
    [3, 3, by('codehost')],
  ])('with %i needed and %i made count contributions', (needed, count, expected) => {
    const made = { accountId, count };
    expect(decide('dev_codehost_pr', { codehostPulls: made }, { minPullRequests: needed })).toMatchObject(expected);
    expect(decide('dev_codehost_commit', { codehostCommits: made }, { minCommits: needed })).toMatchObject(expected);
    expect(decide('dev_codehost_issue', { codehostIssues: made }, { minIssues: needed })).toMatchObject(expected);
  });

  it('leave what the code host has not shown whole to a later search, or to a reviewer', () => {
    const made = { accountId, count: 1, isComplete: false };
    const again = { kind: 'inconclusive', code: 'CHECK_UNAVAILABLE' };
    expect(decide('dev_codehost_pr', { codehostPulls: made })).toMatchObject(by('codehost'));
    expect(decide('dev_codehost_pr', { codehostPulls: made }, { minPullRequests: 2 })).toMatchObject(again);
    expect(decide('dev_codehost_issue', { codehostIssues: made }, { minIssues: 2 })).toMatchObject(again);
    expect(decide('dev_codehost_commit', { codehostCommits: made }, { minCommits: 2 })).toMatchObject({
      kind: 'review',
    });
    const fork = { accountId, isForked: false, isComplete: false };
    expect(decide('social_codehost_fork', { codehostFork: fork })).toMatchObject({ kind: 'review' });
  });

  it.each([true, false])('pass what a linked account did: %s', (isDone) => {
    const action = { accountId, isDone, isComplete: true };
    const [onCodehost, onVideosite] = isDone ? [by('codehost'), by('videosite')] : [MISSING, MISSING];
    expect(decide('social_codehost_star', { codehostStar: { accountId, isStarred: isDone } })).toMatchObject(
      onCodehost,
    );
    expect(decide('social_codehost_fork', { codehostFork: { accountId, isForked: isDone } })).toMatchObject(onCodehost);
    expect(decide('social_videosite_subscribe', { videositeSubscription: action })).toMatchObject(onVideosite);
    expect(decide('social_videosite_like', { videositeLike: action })).toMatchObject(onVideosite);
    expect(decide('social_launchsite_upvote', { launchsiteVote: { accountId, isVoted: isDone } })).toMatchObject(
      isDone ? by('launchsite') : MISSING,
    );
  });

  it.each([
    ['social_videosite_comment', 'videositeComment', 'videosite'],
    ['social_launchsite_comment', 'launchsiteComment', 'launchsite'],
  ] as const)('of %s pass a comment once, whatever the period', (id, fact, platform) => {
    expect(decide(id, { [fact]: { accountId, commentId: 'c1', isComplete: true } })).toEqual({
      ...by(platform),
      usesOneOf: [{ kind: 'post', subject: `${platform}/c1` }],
    });
    expect(decide(id, { [fact]: { accountId, commentId: null, isComplete: true } })).toMatchObject(MISSING);
  });

  it('leave to a reviewer a comment that may be older than those that were read', () => {
    const launchsiteComment = { accountId, commentId: null, isComplete: false };
    expect(decide('social_launchsite_comment', { launchsiteComment })).toMatchObject({ kind: 'review' });
  });

  it('leave to a reviewer likes and comments that are not among the newest of the video site', () => {
    const partly = { accountId, isComplete: false };
    const reviewed = { kind: 'review', detail: expect.stringContaining('older ones are not read') as string };
    expect(decide('social_videosite_like', { videositeLike: { ...partly, isDone: false } })).toMatchObject(reviewed);
    expect(decide('social_videosite_comment', { videositeComment: { ...partly, commentId: null } })).toMatchObject(
      reviewed,
    );
    const done = { videositeLike: { ...partly, isDone: true } };
    expect(decide('social_videosite_like', done)).toMatchObject(by('videosite'));
  });

  it.each([
    ['UCOrbitEmulatedChannel01', 'UCOrbitEmulatedChannel01'],
    ['@orbit', '@orbit'],
    ['https://www.youtube.com/@orbit', '@orbit'],
    ['https://m.youtube.com/@orbit/videos?view=0', '@orbit'],
    ['youtube.com/@orbit', '@orbit'],
    ['https://www.youtube.com/@%E8%BB%8C%E9%81%93', '@軌道'],
    ['https://www.youtube.com/c/Orbit', '@Orbit'],
    ['https://www.youtube.com/orbit', '@orbit'],
    ['https://www.youtube.com/user/OrbitOfOld/about', 'user/OrbitOfOld'],
    ['https://youtube.com/channel/UCOrbitEmulatedChannel01?sub_confirmation=1', 'UCOrbitEmulatedChannel01'],
    ['https://www.youtube.com/watch?v=OrbitVideo1', undefined],
    ['https://www.youtube.com/', undefined],
    ['https://youtube.com.example.org/@orbit', undefined],
    ['https://www.youtube.com/@%E8', undefined],
    ['two words', undefined],
  ])('read the channel of %s', (channelId, asked) => {
    const type = availableType(TASK_TYPES.get('social_videosite_subscribe'));
    const isTaken = asked !== undefined;
    expect(validateConfig(type, { channelId }).ok).toBe(isTaken);
    if (isTaken) expect(type.target?.ask({ channelId }, '')).toEqual({ channelId: asked });
  });

  it.each([
    ['https://www.producthunt.com/posts/orbit', true],
    ['https://producthunt.com/posts/Orbit-2?utm=1', true],
    ['https://www.producthunt.com/products/orbit/launches/orbit-2', true],
    ['https://www.producthunt.com/products/orbit', false],
    ['https://www.producthunt.com.example.org/posts/orbit', false],
    ['https://launch.example.org/posts/orbit', false],
  ])('read the post of %s; a reviewer takes any page', (targetUrl, isPost) => {
    const isValid = (id: string, method: VerificationMethod) =>
      validateConfig(availableType(TASK_TYPES.get(id)), { targetUrl }, method).ok;
    expect(isValid('social_launchsite_upvote', 'hybrid')).toBe(isPost);
    expect(isValid('social_launchsite_comment', 'platform_api')).toBe(isPost);
    expect(isValid('social_launchsite_comment', 'manual')).toBe(true);
  });

  it('leave visits that the catalog calls manual to a reviewer, unless the team chooses the timed visit', () => {
    const methodsOf = (id: string) => TASK_TYPES.get(id).methods;
    for (const id of ['social_photosite_visit_profile', 'social_launchsite_visit']) {
      expect(methodsOf(id)).toEqual(['manual', 'platform_api']);
    }
    for (const id of ['social_photosite_view_post', 'social_videosite_visit_channel', 'engagement_url_visit']) {
      expect(methodsOf(id)).toEqual(['platform_api', 'manual']);
    }
  });

  it.each([
    ['https://example.org/launch', false],
    ['https://example.org/launch/#top', false],
    ['https://social.example.org/posts/7', true],
  ])('take %s for a share of https://example.org/launch: %s', (link, isShare) => {
    const type = availableType(TASK_TYPES.get('engagement_url_share'));
    expect(validateInputs(type, { targetUrl: 'https://example.org/launch' }, { link }).ok).toBe(isShare);
  });

  it.each([
    ['https://www.youtube.com/watch?v=OrbitVideo1', true],
    ['https://youtu.be/OrbitVideo1?t=5', true],
    ['https://m.youtube.com/watch?app=desktop&v=OrbitVideo1', true],
    ['https://www.youtube.com/shorts/OrbitVideo1', true],
    ['https://youtube.com/live/OrbitVideo1?feature=share', true],
    ['https://music.youtube.com/watch?v=OrbitVideo1&si=x', true],
    ['https://www.youtube.com/embed/OrbitVideo1', true],
    ['https://www.youtube-nocookie.com/embed/OrbitVideo1?rel=0', true],
    ['https://www.youtube.com/v/OrbitVideo1', true],
    ['https://youtube.com.example.org/watch?v=OrbitVideo1', false],
    ['https://www.youtube.com/watch?v=short', false],
    ['https://www.youtube.com/@orbit', false],
  ])('read the video of %s', (videoUrl, isVideo) => {
    const type = availableType(TASK_TYPES.get('social_videosite_like'));
    expect(validateConfig(type, { videoUrl }).ok).toBe(isVideo);
  });
});
