export const CREDENTIALS = {
  appId: '610000000000001',
  appSecret: 'emulatedphotositeappsecret000001',
  /** The verify token of the application's webhook. */
  verifyToken: 'emulated-photosite-verify-token',
};

/** Of the application itself. */
export const APP_TOKEN = `${CREDENTIALS.appId}|${CREDENTIALS.appSecret}`;
