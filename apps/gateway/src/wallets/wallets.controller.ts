import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createLinkChallenge,
  linkWallet,
  listWallets,
  setPrimaryWallet,
  unlinkWallet,
  type ClientInfo,
  type Idempotency,
  type UserPrincipal,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { Client, CurrentUser, IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { ChallengeQuery, WalletChallengeDto, WalletDto, WalletListDto, WalletProofBody } from './wallets.dto.js';

@ApiTags('wallets')
@Controller('v1/users/me/wallets')
export class WalletsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Endpoint({ id: 'listWallets', summary: 'The own linked wallets', reply: WalletListDto })
  list(@CurrentUser() { userId }: UserPrincipal) {
    return this.bus.call(listWallets, { userId });
  }

  @Get('challenge')
  @Endpoint({
    id: 'createWalletLinkChallenge',
    summary: 'A text to sign for linking a wallet to the own account',
    reply: WalletChallengeDto,
    errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  })
  challenge(@CurrentUser() { userId }: UserPrincipal, @Query() query: ChallengeQuery) {
    return this.bus.call(createLinkChallenge, { userId, ...query });
  }

  @Post()
  @Endpoint({
    id: 'linkWallet',
    summary: 'Links a wallet by the signed challenge',
    reply: WalletDto,
    status: 201,
    errors: ['WALLET_SIGNATURE_INVALID', 'IDENTITY_IN_USE', 'WALLET_ALREADY_LINKED'],
    idempotent: true,
  })
  link(
    @CurrentUser() { userId }: UserPrincipal,
    @Body() body: WalletProofBody,
    @Client() client: ClientInfo,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(linkWallet, { userId, ...body, client, idempotency });
  }

  @Delete(':walletId')
  @Endpoint({ id: 'unlinkWallet', summary: 'Unlinks a wallet', errors: ['LAST_SIGN_IN_METHOD'] })
  unlink(@CurrentUser() { userId }: UserPrincipal, @Param('walletId') walletId: string, @Client() client: ClientInfo) {
    return this.bus.call(unlinkWallet, { userId, walletId, client });
  }

  @Put(':walletId/primary')
  @Endpoint({ id: 'setPrimaryWallet', summary: 'Makes a wallet the primary one', reply: WalletDto })
  setPrimary(@CurrentUser() { userId }: UserPrincipal, @Param('walletId') walletId: string) {
    return this.bus.call(setPrimaryWallet, { userId, walletId });
  }
}
