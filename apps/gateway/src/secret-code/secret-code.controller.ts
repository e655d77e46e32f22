import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { verifySecretCode, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { Text } from '../edge/fields/index.js';
import { CurrentUser } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { CreditDto } from '../submissions/submissions.dto.js';

export class SecretCodeBody {
  @Text({ min: 1, max: 200, description: 'Compared without case and outer spaces' })
  code!: string;
}

@ApiTags('secret-code')
@Controller('v1/quests/:questId/secret-code')
export class SecretCodeController {
  constructor(private readonly bus: Bus) {}

  @Post('verify')
  @Endpoint({
    id: 'verifySecretCode',
    summary: 'Completes a quest by its code; 10 wrong ones in 15 minutes lock it',
    reply: CreditDto,
    errors: [...EARNING_ERRORS, 'SECRET_CODE_WRONG'],
  })
  verify(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('questId') questId: string,
    @Body() { code }: SecretCodeBody,
  ) {
    return this.bus.call(verifySecretCode, { userId, questId, code });
  }
}
