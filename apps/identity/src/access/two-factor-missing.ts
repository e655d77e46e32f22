import { raw } from '@questp/postgres';

/** True if the operator `a` is required to have two-factor sign-in and has none; an expression of a SELECT. */
export const twoFactorMissing = raw(`(
  (SELECT operators_need_two_factor OR super_admins_need_two_factor AND a.role = 'super_admin' FROM security_setting)
  AND NOT EXISTS (SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL))`);
