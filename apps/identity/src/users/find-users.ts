import { Injectable } from '@nestjs/common';
import { findUsers } from '@questp/messages/identity';
import { type ReplyOf, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { PublicProfilesRepository } from './public-profiles.repository.js';
import { toPublicProfile } from './public-profile.js';

@Injectable()
export class FindUsers {
  constructor(private readonly publicProfilesRepository: PublicProfilesRepository) {}

  @Rpc(findUsers)
  async execute({ username, wallet }: RequestOf<typeof findUsers>): Promise<ReplyOf<typeof findUsers>> {
    const rows = await this.search(username?.trim().toLowerCase(), wallet?.trim().toLowerCase());
    return { items: rows.map(toPublicProfile), nextCursor: null };
  }

  /** VALIDATION_FAILED unless exactly one of both is given. */
  private search(username: string | undefined, wallet: string | undefined) {
    if (username !== undefined && wallet === undefined) return this.publicProfilesRepository.byUsername(username);
    if (wallet !== undefined && username === undefined) return this.publicProfilesRepository.byWallet(wallet);
    const code = username === undefined ? 'REQUIRED' : 'NOT_ALLOWED';
    refuseInvalid([{ pointer: '/username', code, detail: 'Send either `username` or `wallet`, not both.' }]);
    return [];
  }
}
