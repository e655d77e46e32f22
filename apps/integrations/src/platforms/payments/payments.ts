import { definePlatform, optionalSecret, secret } from '../../description/platform.js';

export const payments = definePlatform(
  {},
  { fields: { secretKey: secret, webhookSecret: optionalSecret }, disabled: true },
);
