import { AVATAR_URL, DISPLAY_NAME, USERNAME } from '../language/contract/common.js';
import { PictureUrl, Text, UserId } from '../language/fields/index.js';

/** The public view of a user. */
export class PublicUser {
  @UserId()
  userId!: string;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @PictureUrl({ ...AVATAR_URL, nullable: true })
  avatarUrl!: string | null;

  @Text({
    max: 20,
    nullable: true,
    description: 'Shortened address of the primary wallet, if the user shows it',
    example: 'cosmos1qyp…v7xu',
  })
  shortWallet!: string | null;
}

/** An address in short form: the first ten and the last four characters. */
export const shortAddress = (address: string): string =>
  address.length <= 15 ? address : `${address.slice(0, 10)}…${address.slice(-4)}`;
