import {
  ACCOUNT_STATUSES,
  ADMIN_ROLES,
  PERMISSIONS,
  type AccountStatus,
  type Admin,
  type AdminRole,
  type Permission,
} from '@questp/messages';
import { AdminId, Flag, ListOfOneOf, Nested, OneOf, Text, Time } from '../../edge/fields/index.js';
import { PageQuery, pageOf } from '../../edge/paging.dto.js';

/** One `@` with something on both sides; identity normalises it. */
export const EMAIL = { min: 3, max: 254, pattern: /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, example: 'operator@example.org' };

export class AdminDto implements Admin {
  @AdminId()
  id!: string;

  @Text({ example: EMAIL.example })
  email!: string;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;

  @ListOfOneOf(PERMISSIONS)
  permissions!: Permission[];

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;

  @Flag({ description: 'Until it is false, only the password and sign-out routes answer' })
  mustChangePassword!: boolean;

  @Time()
  createdAt!: string;

  @Time({ nullable: true })
  lastSignInAt!: string | null;
}

export const AdminPageDto = pageOf(AdminDto);

export class AdminsQuery extends PageQuery {
  @OneOf(ADMIN_ROLES, { optional: true })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true })
  status?: AccountStatus;
}

export class CreateAdminBody {
  @Text(EMAIL)
  email!: string;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;
}

export class CreatedAdminDto {
  @Nested(() => AdminDto)
  admin!: AdminDto;

  @Text({ description: 'To be changed at the first sign-in. Shown here only; null in a replay.', nullable: true })
  initialPassword!: string | null;
}

export class UpdateAdminBody {
  @OneOf(ADMIN_ROLES, { optional: true })
  role?: AdminRole;

  @OneOf(ACCOUNT_STATUSES, { optional: true })
  status?: AccountStatus;
}
