import { ACCOUNT_STATUSES, type AccountStatus, type ProfileChange, type User } from '@questp/messages';
import { HttpsUrl, Line, ListOf, OneOf, Text, Time, UserId } from '../edge/fields/index.js';
import { WalletDto } from '../wallets/wallets.dto.js';

export class UserDto implements User {
  @UserId()
  id!: string;

  @Text({ nullable: true })
  username!: string | null;

  @Text({ nullable: true })
  displayName!: string | null;

  @Text({ nullable: true })
  bio!: string | null;

  @Text({ nullable: true })
  avatarUrl!: string | null;

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;

  @Text({ description: 'What others pass as `ref` when they sign in first' })
  referralCode!: string;

  @ListOf(() => WalletDto)
  wallets!: WalletDto[];

  @Time()
  createdAt!: string;
}

export class ProfileBody implements ProfileChange {
  @Text({ min: 3, max: 30, pattern: /^[a-z0-9_]+$/, optional: true, example: 'alice' })
  username?: string;

  @Line({ max: 60, optional: true, nullable: true })
  displayName?: string | null;

  @Text({ max: 500, optional: true, nullable: true })
  bio?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  avatarUrl?: string | null;
}
