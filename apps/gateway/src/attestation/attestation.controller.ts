import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createAttestation, verifyAttestation, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { CurrentUser } from '../edge/request.js';
import { EARNING_ERRORS } from '../openapi/earning-errors.js';
import { Endpoint } from '../openapi/endpoint.js';
import { CreditDto } from '../submissions/submissions.dto.js';
import { ChallengeQuery, WalletChallengeDto, WalletProofBody } from '../wallets/wallets.dto.js';

export class AttestationBody extends ChallengeQuery {}

@ApiTags('attestation')
@Controller('v1/quests/:questId/attestation')
export class AttestationController {
  constructor(private readonly bus: Bus) {}

  @Post('challenge')
  @Endpoint({
    id: 'createAttestation',
    summary: "The quest's text to sign with a linked wallet",
    reply: WalletChallengeDto,
    errors: [...EARNING_ERRORS, 'WALLET_NOT_LINKED', 'CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  })
  challenge(
    @CurrentUser() { userId }: UserPrincipal,
    @Param('questId') questId: string,
    @Body() body: AttestationBody,
  ) {
    return this.bus.call(createAttestation, { ...body, userId, questId });
  }

  @Post('verify')
  @Endpoint({
    id: 'verifyAttestation',
    summary: 'Completes a quest by the signed text',
    reply: CreditDto,
    errors: [...EARNING_ERRORS, 'CHALLENGE_INVALID', 'WALLET_ALREADY_USED', 'WALLET_NOT_LINKED'],
  })
  verify(@CurrentUser() { userId }: UserPrincipal, @Param('questId') questId: string, @Body() body: WalletProofBody) {
    return this.bus.call(verifyAttestation, { ...body, userId, questId });
  }
}
