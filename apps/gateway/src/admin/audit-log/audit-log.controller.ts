import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listAuditLog, type AuditEntry } from '@questp/messages';
import { Bus } from '@questp/service';
import { AnyObject, Id, Line, OneOf, Text, Time } from '../../edge/fields/index.js';
import { PageQuery, pageOf } from '../../edge/paging.dto.js';
import { Endpoint } from '../../openapi/endpoint.js';

export class AuditEntryDto implements AuditEntry {
  @Id()
  id!: string;

  @Time()
  at!: string;

  @Text({ example: 'admin.sign_in' })
  action!: string;

  @OneOf(['admin', 'user', 'anonymous', 'system'])
  actorType!: AuditEntry['actorType'];

  @Text({ nullable: true })
  actorId!: string | null;

  @Text({ nullable: true })
  subjectId!: string | null;

  @Text({ nullable: true })
  ip!: string | null;

  @Text({ nullable: true })
  userAgent!: string | null;

  @AnyObject()
  details!: Record<string, unknown>;
}

export const AuditEntryPageDto = pageOf(AuditEntryDto);

export class AuditLogQuery extends PageQuery {
  @Line({ max: 80, optional: true })
  action?: string;

  @Line({ max: 80, optional: true })
  actorId?: string;

  @Line({ max: 80, optional: true })
  subjectId?: string;

  @Time({ optional: true })
  from?: string;

  @Time({ optional: true })
  to?: string;
}

@ApiTags('admin')
@Controller('v1/admin/audit-log')
export class AuditLogController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({
    id: 'adminListAuditLog',
    summary: 'Who did what, newest first',
    reply: AuditEntryPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Query() query: AuditLogQuery) {
    return this.bus.call(listAuditLog, { ...query });
  }
}
