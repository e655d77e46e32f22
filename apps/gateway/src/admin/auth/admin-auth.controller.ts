import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endSession, signInAdmin, type AdminPrincipal, type ClientInfo } from '@questp/messages';
import { Bus } from '@questp/service';
import { Nested, Text } from '../../edge/fields/index.js';
import { RateLimits } from '../../edge/rate-limits/rate-limits.js';
import { Client, CurrentAdmin } from '../../edge/request.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { SessionTokenDto } from '../../sessions/sessions.dto.js';
import { AdminDto, EMAIL } from '../admins/admins.dto.js';
import { adminSessionOf } from '../me/admin-me.controller.js';

export class AdminSignInBody {
  @Text(EMAIL)
  email!: string;

  @Text({ min: 1, max: 1024 })
  password!: string;
}

export class AdminSignedInDto extends SessionTokenDto {
  @Nested(() => AdminDto)
  admin!: AdminDto;
}

@ApiTags('admin')
@Controller('v1/admin/auth')
export class AdminAuthController {
  constructor(
    private readonly bus: Bus,
    private readonly limits: RateLimits,
  ) {}

  @Post('login')
  @Endpoint({
    id: 'adminSignIn',
    summary: 'Signs an operator in',
    reply: AdminSignedInDto,
    errors: ['CREDENTIALS_INVALID', 'SIGN_IN_LOCKED'],
  })
  async signIn(@Body() { email, password }: AdminSignInBody, @Client() client: ClientInfo) {
    await this.limits.take('adminSignInAccount', email.normalize('NFKC').toLowerCase());
    return this.bus.call(signInAdmin, { email, password, client });
  }

  @Post('sign-out')
  @Endpoint({ id: 'adminSignOut', summary: 'Ends this session' })
  signOut(@CurrentAdmin() admin: AdminPrincipal) {
    return this.bus.call(endSession, { ...adminSessionOf(admin), endId: admin.sessionId });
  }
}
