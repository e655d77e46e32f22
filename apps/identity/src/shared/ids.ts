import { newId } from '@questp/postgres';

/** `svcuser_` or `svcadmin_` and 32 hex characters (spec 2.1), which sort by time of creation. */
export const newPublicId = (prefix: 'svcuser_' | 'svcadmin_'): string => prefix + newId().replaceAll('-', '');
