import { type Person, newStudio, QUIZ, SECRET_CODE, type Studio, submit, BRAND } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { newKey } from '../../access/stage.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import type { Turn } from './turn.js';

/** A draw of one prize, which closes later. */
export const LUCKY_DRAW = {
  closesAt: '2099-01-01T00:00:00.000Z',
  prizes: [{ id: 'gold', name: 'Gold', quantity: 1, points: 500 }],
};

const TEXT = { text: 'What I found out.' };

/** A project with resources of each kind. */
export class Story {
  private constructor(
    readonly studio: Studio,
    readonly earner: Person,
    readonly ids: Readonly<Record<string, string>>,
    readonly quests: Readonly<
      Record<
        | 'manual'
        | 'quiz'
        | 'draw'
        | 'code'
        | 'visit'
        | 'checkIn'
        | 'signed'
        | 'course'
        | 'email'
        | 'blog'
        | 'follow'
        | 'referral',
        string
      >
    >,
  ) {}

  static async begin(): Promise<Story> {
    const [owner, earner, guest] = (await e2e.people(3)) as [Person, Person, Person];
    const studio = await newStudio(owner);
    const manual = await studio.quest('custom_manual', { instructions: 'Tell us what you would improve.' }, { xp: 5 });
    const quest = async (...args: Parameters<Studio['quest']>) => (await studio.quest(...args)).id;
    const quests = {
      manual: manual.id,
      quiz: await quest('learn_quiz', QUIZ),
      draw: await quest('engagement_lucky_draw', LUCKY_DRAW),
      code: await quest('engagement_secret_code', SECRET_CODE),
      visit: await quest('engagement_url_visit', { url: 'https://example.org/launch', minSeconds: 0 }),
      checkIn: await quest('engagement_daily_checkin'),
      course: await quest('learn_course_complete', { courseUrl: 'https://academy.example.org/nodes' }),
      email: await quest('email_link', {}),
      signed: await quest('attestation_sign', { statement: 'I have read the code of conduct.' }),
      blog: await quest('content_blog_write', { instructions: 'Write about your first week.' }),
      referral: await quest('social_referral', { minReferrals: 1 }),
      follow: await quest('social_microblog_follow', { handle: BRAND }),
    };
    const submission = await unwrap(submit(earner, manual.id, TEXT));
    await unwrap(studio.approve(submission));
    await e2e.signIn({ ref: earner.user.referralCode });
    const invitation = await studio.invite(guest, 'project_moderator');
    const { apiKey } = await newKey(studio, ['project:read']);
    const { id: notificationId } = await waitFor(
      async () => (await unwrap(earner.client.GET('/v1/notifications'))).items[0],
      { what: 'the notification of the approval' },
    );
    const { response: exported } = await studio.client.call<string>(
      'GET',
      `/v1/projects/${studio.project.id}/campaigns/${studio.campaign.id}/exports/leaderboard.csv`,
    );
    const ids = {
      projectId: studio.project.id,
      campaignId: studio.campaign.id,
      questId: manual.id,
      submissionId: submission.id,
      userId: earner.user.id,
      invitationId: invitation.id,
      apiKeyId: apiKey.id,
      walletId: earner.user.wallets[0]?.id as string,
      notificationId,
      manifestId: exported.headers.get('x-manifest-id') as string,
      slug: studio.project.slug,
      campaignSlug: studio.campaign.slug,
      questSlug: manual.slug,
      taskTypeId: 'custom_manual',
    };
    return new Story(studio, earner, ids, quests);
  }

  earns(questId: string): Turn {
    return { as: this.earner.client, ids: { questId } };
  }

  /** A submission that is in review or decided. */
  async decided(step?: 'approve' | 'reject'): Promise<Turn> {
    const earner = await e2e.signIn();
    const submission = await unwrap(submit(earner, this.quests.manual, TEXT));
    if (step !== undefined) await unwrap(this.studio[step](submission));
    return { as: this.studio.client, ids: { submissionId: submission.id, userId: earner.user.id } };
  }
}
