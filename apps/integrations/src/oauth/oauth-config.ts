import { frontEndUrl, url, type ConfigOf } from '@questp/service';

export const OAUTH_CONFIG = {
  PUBLIC_URL: url({
    desc: 'Public address of the API, without a path, at which platforms send browsers back',
    default: 'http://127.0.0.1:3000',
  }),
  APP_URL: frontEndUrl('APP_URL', 'where browsers go from platforms'),
  STUDIO_URL: frontEndUrl('STUDIO_URL', 'where browsers go from platforms'),
};

export type OAuthConfig = ConfigOf<typeof OAUTH_CONFIG>;
