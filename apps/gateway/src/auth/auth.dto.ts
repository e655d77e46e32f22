import type { SignInMethod } from '@questp/messages';
import { Flag, ListOf, Nested, OneOf, Text } from '../edge/fields/index.js';
import { SessionTokenDto } from '../sessions/sessions.dto.js';
import { UserDto } from '../users/users.dto.js';
import { WalletProofBody } from '../wallets/wallets.dto.js';

export class SignInChainDto {
  @Text({ example: 'cosmoshub-4' })
  chainId!: string;

  @Text({ example: 'Cosmos Hub' })
  name!: string;

  @Text({ example: 'Cosmos' })
  family!: string;

  @Text({ example: 'cosmos' })
  bech32Prefix!: string;

  @Text({ example: 'secp256k1' })
  keyAlgorithm!: string;
}

export class SignInMethodDto implements SignInMethod {
  @OneOf(['wallet'])
  id!: 'wallet';

  @Text()
  name!: string;

  @ListOf(() => SignInChainDto)
  chains!: SignInChainDto[];
}

export class SignInMethodsDto {
  @ListOf(() => SignInMethodDto)
  methods!: SignInMethodDto[];
}

export class WalletSignInBody extends WalletProofBody {
  @Text({ max: 64, optional: true, description: 'Referral code of whoever invited; counts at the first sign-in' })
  ref?: string;
}

export class SignedInDto extends SessionTokenDto {
  @Nested(() => UserDto)
  user!: UserDto;

  @Flag()
  isNewUser!: boolean;
}
