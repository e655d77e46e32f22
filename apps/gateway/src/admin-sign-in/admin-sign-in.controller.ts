import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { AppError, messageErrors, signInAdmin, type ReplyOf, type RequestOf } from '@questp/messages';
import { Bus } from '@questp/service';
import type { FastifyRequest } from 'fastify';
import { RateLimits } from '../edge/rate-limits/rate-limits.js';
import { messageOf } from '../operations/message.js';
import type { Operation } from '../operations/operation.js';

type SignIn = RequestOf<typeof signInAdmin>;

/** Operators' sign-ins are counted per account, too, before anyone is asked. */
@Controller('v1/admin/auth/login')
export class AdminSignInController {
  constructor(
    private readonly bus: Bus,
    private readonly limits: RateLimits,
  ) {}

  @Post()
  @HttpCode(200)
  async signIn(@Req() request: FastifyRequest): Promise<ReplyOf<typeof signInAdmin>> {
    const message = messageOf(request.routeOptions.config.operation as Operation, request);
    const errors = messageErrors(signInAdmin.request, message);
    if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
    const signIn = message as SignIn;
    // Strangers who exhaust the account's count leave those who come with a device token theirs; identity checks it.
    const account = signIn.email.normalize('NFKC').toLowerCase();
    await this.limits.take(['adminSignInAccount'], `${account} ${signIn.deviceToken ?? ''}`);
    return this.bus.call(signInAdmin, signIn, request.callContext);
  }
}
