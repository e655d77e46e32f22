import { count } from '@questp/service';
import { accountOf, at } from '../../description/account.js';
import { form } from '../../description/authorization.js';
import { clientProbe } from '../../description/client-probe.js';
import { comment, like, subscription } from './actions.js';
import { videositeApi } from './api.js';
import { channel, video } from './targets.js';
import { address, application, definePlatform, optionalSecret } from '../../description/platform.js';

const tokens = ({ PLATFORM_VIDEOSITE_TOKEN_URL }: { PLATFORM_VIDEOSITE_TOKEN_URL: string }) =>
  ({ tokenUrl: `${PLATFORM_VIDEOSITE_TOKEN_URL}/token`, clientBy: 'post' }) as const;

export const videosite = definePlatform(
  {
    PLATFORM_VIDEOSITE_URL: address('https://www.googleapis.com'),
    PLATFORM_VIDEOSITE_SITE_URL: address('https://accounts.google.com'),
    PLATFORM_VIDEOSITE_TOKEN_URL: address('https://oauth2.googleapis.com'),
    PLATFORM_VIDEOSITE_DAILY_UNITS: count({
      desc: 'Units of the daily quota that the video site gives the application',
      default: 10_000,
    }),
  },
  {
    fields: { ...application, apiKey: optionalSecret },
    probe: {
      needs: ['apiKey'],
      url: (_, { PLATFORM_VIDEOSITE_URL }) => `${PLATFORM_VIDEOSITE_URL}/youtube/v3/i18nLanguages?part=snippet`,
      headers: ({ apiKey }) => ({ 'x-goog-api-key': apiKey ?? '' }),
      shows: 'The API key was accepted.',
      reads: (body) => (Array.isArray(at(body, 'items')) ? { detail: 'The API key was accepted.' } : undefined),
    },
    clientProbe: clientProbe('videosite', tokens),
    oauth: ({ PLATFORM_VIDEOSITE_URL: api, PLATFORM_VIDEOSITE_SITE_URL: site, PLATFORM_VIDEOSITE_TOKEN_URL }) => ({
      authorizationUrl: `${site}/o/oauth2/v2/auth`,
      ...tokens({ PLATFORM_VIDEOSITE_TOKEN_URL }),
      scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
      // Without both there is no refresh token.
      parameters: { access_type: 'offline', prompt: 'consent' },
      profileUrl: `${api}/youtube/v3/channels?part=snippet&mine=true`,
      account: (profile) => {
        const channel = at(at(profile, 'items'), 0);
        return accountOf(at(channel, 'id'), at(at(channel, 'snippet'), 'title'));
      },
      revocation: (_, token) => ({ url: `${PLATFORM_VIDEOSITE_TOKEN_URL}/revoke`, method: 'POST', ...form({ token }) }),
    }),
    api: videositeApi,
    facts: [channel, video, subscription, like, comment],
  },
);
