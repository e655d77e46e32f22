import { checkIn, newStudio, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { START_MS } from './compose.js';
import { containers } from './running-containers.fixture.js';

describe('All containers', () => {
  it(
    'keep their data when they are removed and started again',
    async () => {
      const [studio, earner] = [await newStudio(await e2e.signIn()), await e2e.signIn()];
      const quest = await studio.quest('engagement_daily_checkin');
      await unwrap(checkIn(earner, quest.id));
      const picture = await upload(earner.client);
      const avatarUrl = `/v1/files/${picture.id}/image`;
      await unwrap(earner.client.PATCH('/v1/users/me', { body: { avatarUrl } }));
      const seen = async () => ({
        person: await unwrap(earner.client.GET('/v1/users/me')),
        ledger: await unwrap(earner.client.GET('/v1/users/me/ledger')),
        picture: (await fetch(`${e2e.gatewayUrls[0]}${avatarUrl}?size=64&format=webp`)).status,
      });
      const before = await seen();

      await containers.down();
      await containers.startServers();
      await containers.startServices();

      expect(before).toMatchObject({ ledger: { items: [{ kind: 'credit' }] }, picture: 200 });
      expect(await seen()).toEqual(before);
    },
    START_MS,
  );
});
