import { definePlatform, optional, secret } from '../../outbound/platform.js';

export const aiProvider = definePlatform({}, { fields: { apiKey: secret, model: optional } });
