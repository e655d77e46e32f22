import type { Session, SessionToken } from '@questp/messages';
import { Count, Flag, Id, Text, Time } from '../edge/fields/index.js';
import { pageOf } from '../edge/paging.dto.js';

export class SessionTokenDto implements SessionToken {
  @Text({ description: 'Opaque; sent as `Authorization: Bearer`. Shown here only.' })
  token!: string;

  @Time()
  expiresAt!: string;
}

export class SessionDto implements Session {
  @Id()
  id!: string;

  @Time()
  createdAt!: string;

  @Time()
  lastUsedAt!: string;

  @Time()
  expiresAt!: string;

  @Text()
  ip!: string;

  @Text()
  userAgent!: string;

  @Flag({ description: 'The session of the token this was asked with' })
  isCurrent!: boolean;
}

export const SessionPageDto = pageOf(SessionDto);

export class EndedSessionsDto {
  @Count()
  ended!: number;
}
