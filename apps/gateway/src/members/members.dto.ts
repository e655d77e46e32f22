import { PROJECT_ROLES, type Member, type ProjectRole } from '@questp/messages';
import { OneOf, Text, Time, UserId } from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

export class MemberDto implements Member {
  @UserId()
  userId!: string;

  @Text({ nullable: true })
  username!: string | null;

  @Text({ nullable: true })
  displayName!: string | null;

  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;

  @Time()
  addedAt!: string;
}

export const MemberPageDto = pageOf(MemberDto);

export class MembersQuery extends PageQuery {
  @OneOf(PROJECT_ROLES, { optional: true })
  role?: ProjectRole;
}

export class AddMemberBody {
  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;
}

export class UpdateMemberBody {
  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;
}
