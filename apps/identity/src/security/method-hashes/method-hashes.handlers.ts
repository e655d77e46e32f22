import { Injectable } from '@nestjs/common';
import { listMethodHashes } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MethodHashesRepository } from './method-hashes.repository.js';

@Injectable()
export class MethodHashesHandlers {
  constructor(
    private readonly db: Database,
    private readonly hashes: MethodHashesRepository,
  ) {}

  @Rpc(listMethodHashes)
  async list({ userId }: RequestOf<typeof listMethodHashes>) {
    return { methodHashes: await this.hashes.of(this.db, userId) };
  }
}
