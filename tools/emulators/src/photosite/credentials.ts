export const CREDENTIALS = {
  appId: '610000000000001',
  appSecret: 'emulatedphotositeappsecret000001',
  /** What the application expects when its webhook is verified. */
  verifyToken: 'emulated-photosite-verify-token',
};

/** Of the application itself. */
export const APP_TOKEN = `${CREDENTIALS.appId}|${CREDENTIALS.appSecret}`;
