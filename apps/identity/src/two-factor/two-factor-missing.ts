import { raw } from '@questp/postgres';

/** Whether operators need two-factor sign-in and the operator `a` has none, as an expression of a SELECT. */
export const twoFactorMissing = raw(`(
  (SELECT operators_need_two_factor FROM security_setting)
  AND NOT EXISTS (SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL))`);
