import type { ConfigOf } from '@questp/service';
import { at } from '../../description/account.js';
import { FactFailure, type PlatformApi } from '../../description/platform-fact.js';
import { address } from '../../description/platform.js';
import { limited } from '../../description/retry-at.js';

/** The version whose answers this folder reads. */
const VERSION = 'v23.0';

export const PHOTOSITE_CONFIG = {
  PLATFORM_PHOTOSITE_URL: address('https://graph.instagram.com'),
  PLATFORM_PHOTOSITE_SITE_URL: address('https://www.instagram.com'),
  PLATFORM_PHOTOSITE_TOKEN_URL: address('https://api.instagram.com'),
  PLATFORM_PHOTOSITE_APP_URL: address('https://graph.facebook.com'),
};

export type PhotositeConfig = ConfigOf<typeof PHOTOSITE_CONFIG>;

export const graphUrl = ({ PLATFORM_PHOTOSITE_URL }: PhotositeConfig): string => `${PLATFORM_PHOTOSITE_URL}/${VERSION}`;

/** Some answers are documented as the only item of a list. */
export const itemOf = (answer: unknown): unknown => at(at(answer, 'data'), 0) ?? answer;

/** Codes of errors (developers.facebook.com/docs/graph-api/guides/error-handling). */
const MISSING_PERMISSION = 10;
const BAD_TOKEN = 190;
const CONSENT_REQUIRED = 230;
const NOT_AVAILABLE = 551;
const LIMITS: readonly unknown[] = [4, 17, 32, 613];

const codeOf = (json: unknown): unknown => at(at(json, 'error'), 'code');
export const isLimit = (json: unknown): boolean => LIMITS.includes(codeOf(json));
export const isBadToken = (json: unknown): boolean => codeOf(json) === BAD_TOKEN;

const title = 'photo site';

/** The next step of an earner without an account, or with one that the connected account does not know. */
export const RELINK =
  'Get a code and send it as a message to the account of the quest: the photo site shows who follows it only after a message.';

const HIDDEN =
  'The photo site does not show your account to the account of the quest, which you may have blocked or restricted.';

export const photositeApi: PlatformApi<PhotositeConfig> = {
  title,
  relink: RELINK,
  project: (token, config) => ({ baseUrl: graphUrl(config), headers: { authorization: `Bearer ${token}` } }),
  isRefusal: ({ json }) => isBadToken(json),
  failure: (answer) => {
    if (isLimit(answer.json)) return limited(title, answer);
    const code = codeOf(answer.json);
    if (code === CONSENT_REQUIRED) return new FactFailure('relink', RELINK);
    if (code === NOT_AVAILABLE) return new FactFailure('hidden', HIDDEN);
    if (code !== MISSING_PERMISSION) return undefined;
    return new FactFailure(
      'unsupported',
      'The account of the photo site has to allow messages; the team has to connect it again.',
    );
  },
};
