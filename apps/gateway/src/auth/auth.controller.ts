import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createSignInChallenge,
  endSession,
  listSignInMethods,
  signInWithWallet,
  type ClientInfo,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { Client, CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { sessionOf } from '../sessions/sessions.controller.js';
import { ChallengeQuery, WalletChallengeDto } from '../wallets/wallets.dto.js';
import { SignedInDto, SignInMethodsDto, WalletSignInBody } from './auth.dto.js';

@ApiTags('auth')
@Controller('v1/auth')
export class AuthController {
  constructor(private readonly bus: Bus) {}

  @Get('methods')
  @Endpoint({ id: 'listSignInMethods', summary: 'The sign-in methods that work here', reply: SignInMethodsDto })
  methods() {
    return this.bus.call(listSignInMethods, {});
  }

  @Get('wallet/challenge')
  @Endpoint({
    id: 'createSignInChallenge',
    summary: 'A one-time text to sign with a wallet',
    reply: WalletChallengeDto,
    errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  })
  challenge(@Query() query: ChallengeQuery) {
    return this.bus.call(createSignInChallenge, { ...query });
  }

  @Post('wallet/verify')
  @Endpoint({
    id: 'signInWithWallet',
    summary: 'Signs in by the signed challenge',
    reply: SignedInDto,
    errors: ['WALLET_SIGNATURE_INVALID', 'ACCOUNT_SUSPENDED'],
  })
  verify(@Body() body: WalletSignInBody, @Client() client: ClientInfo) {
    return this.bus.call(signInWithWallet, { ...body, client });
  }

  @Get('legacy-wallet/nonce')
  @Endpoint({
    id: 'createLegacySignInChallenge',
    summary: 'Older route of GET /v1/auth/wallet/challenge',
    reply: WalletChallengeDto,
    errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  })
  legacyNonce(@Query() query: ChallengeQuery) {
    return this.challenge(query);
  }

  @Post('legacy-wallet/verify')
  @Endpoint({
    id: 'signInWithLegacyWallet',
    summary: 'Older route of POST /v1/auth/wallet/verify',
    reply: SignedInDto,
    errors: ['WALLET_SIGNATURE_INVALID', 'ACCOUNT_SUSPENDED'],
  })
  legacyVerify(@Body() body: WalletSignInBody, @Client() client: ClientInfo) {
    return this.verify(body, client);
  }

  @Post('sign-out')
  @Endpoint({ id: 'signOut', summary: 'Ends this session' })
  signOut(@CurrentUser() user: UserPrincipal) {
    return this.bus.call(endSession, { ...sessionOf(user), endId: user.sessionId });
  }
}
