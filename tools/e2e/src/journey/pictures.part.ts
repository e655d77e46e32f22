import { newStudio, type Person, type Studio, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const addressOf = ({ id }: { id: string }) => `/v1/files/${id}/image`;

describe('Pictures', () => {
  let studio: Studio;
  let person: Person;
  beforeAll(async () => {
    [studio, person] = [await newStudio(await e2e.signIn()), await e2e.signIn()];
  });

  const setAvatar = ({ client }: Person, avatarUrl: string) => client.PATCH('/v1/users/me', { body: { avatarUrl } });
  const setLogo = ({ client }: Person, logoUrl: string) =>
    client.PATCH('/v1/projects/{projectId}', { params: studio.inProject, body: { logoUrl } });
  const setCampaignImage = ({ client }: Person, imageUrl: string) =>
    client.PATCH(CAMPAIGN, { params: studio.inCampaign, body: { imageUrl } });
  const shown = (address: string) => fetch(`${e2e.gatewayUrls[0]}${address}`);

  it('a picture of a user is public once the profile refers to it', async () => {
    const address = addressOf(await upload(person.client));
    expect((await shown(address)).status).toBe(404);

    expect((await unwrap(setAvatar(person, address))).avatarUrl).toBe(address);

    const answer = await shown(`${address}?size=64&format=webp`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('a picture of a project, campaign or quest is public once one refers to it, and the whole team may then use it', async () => {
    const address = addressOf(await upload(studio.client));
    await unwrap(setLogo(studio.owner, address));
    const admin = await e2e.signIn();
    await studio.addMember(admin, 'project_admin');

    expect((await unwrap(setCampaignImage(admin, address))).imageUrl).toBe(address);
    const quest = await studio.quest('engagement_daily_checkin', {}, { imageUrl: address });
    expect(quest.imageUrl).toBe(address);
    expect((await shown(`${address}?size=256&format=png`)).headers.get('content-type')).toBe('image/png');
  });
});
