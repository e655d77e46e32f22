import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type ClientInfo,
  type Idempotency,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { PageQuery } from '../edge/paging.dto.js';
import { Client, CurrentUser, IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { ApiKeyDto, ApiKeyPageDto, CreateApiKeyBody, CreatedApiKeyDto } from './api-keys.dto.js';

@ApiTags('api-keys')
@Controller('v1/projects/:projectId/api-keys')
export class ApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'listApiKeys',
    summary: 'The API keys of a project',
    reply: ApiKeyPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Param('projectId') projectId: string, @Query() query: PageQuery) {
    return this.bus.call(listApiKeys, { projectId, ...query });
  }

  @Post()
  @Endpoint({
    id: 'createApiKey',
    summary: 'Creates an API key for reading the project',
    reply: CreatedApiKeyDto,
    status: 201,
    idempotent: true,
  })
  create(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('projectId') projectId: string,
    @Body() body: CreateApiKeyBody,
    @Client() client: ClientInfo,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(createApiKey, { ...body, projectId, userId, client, idempotency });
  }

  @Delete(':apiKeyId')
  @Endpoint({ id: 'revokeApiKey', summary: 'Revokes an API key, which stops working at once', reply: ApiKeyDto })
  revoke(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('projectId') projectId: string,
    @Param('apiKeyId') apiKeyId: string,
    @Client() client: ClientInfo,
  ) {
    return this.bus.call(revokeApiKey, { projectId, apiKeyId, userId, client });
  }
}
