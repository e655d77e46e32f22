import { definePlatform, optionalSecret, secret } from '../../outbound/platform.js';

export const payments = definePlatform(
  {},
  { fields: { secretKey: secret, webhookSecret: optionalSecret }, disabled: true },
);
