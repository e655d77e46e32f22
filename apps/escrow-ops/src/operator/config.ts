import { url, type ConfigOf } from '@questp/service';

export const OPERATOR_CONFIG = {
  PUBLIC_URL: url({
    desc: 'Public address of the API, without a path; escrows name the allocation file below it',
    default: 'http://127.0.0.1:3000',
  }),
} as const;

export type Config = ConfigOf<typeof OPERATOR_CONFIG>;
