import { API_KEY_SCOPES, type ApiKey, type ApiKeyScope } from '@questp/messages';
import { Id, Line, ListOfOneOf, Nested, Text, Time, UserId } from '../edge/fields/index.js';
import { pageOf } from '../edge/paging.dto.js';

export class ApiKeyDto implements ApiKey {
  @Id()
  id!: string;

  @Text()
  name!: string;

  @ListOfOneOf(API_KEY_SCOPES)
  scopes!: ApiKeyScope[];

  @Text({ description: 'First characters, to recognise it by', example: 'svc_key_Xb3d9Q' })
  preview!: string;

  @Time()
  createdAt!: string;

  @UserId()
  createdBy!: string;

  @Time({ nullable: true })
  expiresAt!: string | null;

  @Time({ nullable: true, description: 'To the minute' })
  lastUsedAt!: string | null;

  @Time({ nullable: true })
  revokedAt!: string | null;
}

export const ApiKeyPageDto = pageOf(ApiKeyDto);

export class CreateApiKeyBody {
  @Line({ max: 80, example: 'Leaderboard on our site' })
  name!: string;

  @ListOfOneOf(API_KEY_SCOPES, { min: 1, max: API_KEY_SCOPES.length })
  scopes!: ApiKeyScope[];

  @Time({ optional: true, description: 'When it stops working; never, unless told' })
  expiresAt?: string;
}

export class CreatedApiKeyDto {
  @Nested(() => ApiKeyDto)
  apiKey!: ApiKeyDto;

  @Text({ description: 'The key itself. Shown here only; null in a replay.', nullable: true })
  key!: string | null;
}
