import { newSlug, newStudio, type Person, type Schemas, send, type Studio, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const addressOf = ({ id }: { id: string }) => `/v1/files/${id}/image`;

describe('Pictures', () => {
  let studio: Studio;
  let person: Person;
  let checkIn: Schemas['Quest'];
  beforeAll(async () => {
    [studio, person] = [await newStudio(await e2e.signIn()), await e2e.signIn()];
    checkIn = await studio.quest('engagement_daily_checkin');
  });

  const setAvatar = ({ client }: Person, avatarUrl: string) => client.PATCH('/v1/users/me', { body: { avatarUrl } });
  const setLogo = ({ client }: Person, logoUrl: string) =>
    client.PATCH('/v1/projects/{projectId}', { params: studio.inProject, body: { logoUrl } });
  const setCampaignImage = ({ client }: Person, imageUrl: string) =>
    client.PATCH(CAMPAIGN, { params: studio.inCampaign, body: { imageUrl } });
  const setQuestImage = ({ client }: Person, quest: { id: string }, imageUrl: string) =>
    client.PATCH(`${CAMPAIGN}/quests/{questId}`, { params: studio.atQuest(quest), body: { imageUrl } });
  const shown = (address: string) => fetch(`${e2e.gatewayUrls[0]}${address}`);

  it('of a person is seen by anybody once it is in the profile', async () => {
    const address = addressOf(await upload(person.client));
    expect((await shown(address)).status).toBe(404);

    expect((await unwrap(setAvatar(person, address))).avatarUrl).toBe(address);

    const answer = await shown(`${address}?size=64&format=webp`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('of a project, a campaign and a quest is seen by anybody, and any of the team may use it once it is', async () => {
    const address = addressOf(await upload(studio.client));
    await unwrap(setLogo(studio.owner, address));
    const admin = await e2e.signIn();
    await studio.addMember(admin, 'project_admin');

    expect((await unwrap(setCampaignImage(admin, address))).imageUrl).toBe(address);
    const quest = await studio.quest('engagement_daily_checkin', {}, { imageUrl: address });
    expect(quest.imageUrl).toBe(address);
    expect((await shown(`${address}?size=256&format=png`)).headers.get('content-type')).toBe('image/png');
  });

  it('stays with a copy of a campaign or a quest when the original gets another', async () => {
    const [address, other] = [addressOf(await upload(studio.client)), addressOf(await upload(studio.client))];
    const quest = await studio.quest('engagement_daily_checkin', {}, { imageUrl: address });
    await unwrap(setCampaignImage(studio.owner, address));
    const body = { slug: newSlug('copy') };
    const campaignCopy = await unwrap(studio.client.POST(`${CAMPAIGN}/duplicate`, { params: studio.inCampaign, body }));
    const questCopy = await unwrap(
      studio.client.POST(`${CAMPAIGN}/quests/{questId}/duplicate`, { params: studio.atQuest(quest), body }),
    );
    await unwrap(setCampaignImage(studio.owner, other));
    await unwrap(setQuestImage(studio.owner, quest, other));

    expect([campaignCopy.imageUrl, questCopy.imageUrl]).toEqual([address, address]);
    expect((await shown(address)).status).toBe(200);
  });

  it('that is not a confirmed one of whoever uses it is refused, and nothing is written', async () => {
    const before = await unwrap(person.client.GET('/v1/users/me'));
    const evidence = await upload(person.client, { purpose: 'evidence' });
    const { fileId: sent } = await send(person.client);
    const others = await upload(studio.client);
    for (const id of [evidence.id, sent, others.id, '0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b']) {
      expectProblem(await setAvatar(person, addressOf({ id })), 'FILE_NOT_USABLE');
    }
    expectProblem(await setLogo(studio.owner, addressOf({ id: sent })), 'FILE_NOT_USABLE');
    expect(await unwrap(person.client.GET('/v1/users/me'))).toEqual(before);
    expect((await shown(addressOf(others))).status).toBe(404);
  });

  it.each([
    ['another path', '/v1/users/me'],
    ['a step up', '/v1/files/../users/me'],
    ['an escaped step up', '/v1/files/%2e%2e/image'],
    ['evidence', '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/evidence'],
    ['a query', '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image?size=64'],
    ['a line break', '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image\n'],
    ['another host', '//evil.example/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image'],
    ['a script', 'javascript:alert(1)'],
    ['its own content', 'data:image/png;base64,AAAA'],
    ['a file', 'file:///etc/passwd'],
    ['an absolute path', '/etc/passwd'],
    ['plain http', 'http://images.example.org/a.png'],
    ['with a password', 'https://a:b@images.example.org/a.png'],
    ['on no public name', 'https://localhost/a.png'],
  ])('have no address that is %s', async (_, address) => {
    const answers = {
      '/avatarUrl': [await setAvatar(person, address)],
      '/logoUrl': [await setLogo(studio.owner, address)],
      '/imageUrl': [await setCampaignImage(studio.owner, address), await setQuestImage(studio.owner, checkIn, address)],
    };
    for (const [pointer, given] of Object.entries(answers)) {
      for (const answer of given) {
        const problem = expectProblem(answer, 'VALIDATION_FAILED');
        expect(problem.errors).toEqual([expect.objectContaining({ pointer, code: 'FORMAT' })]);
      }
    }
  });
});
