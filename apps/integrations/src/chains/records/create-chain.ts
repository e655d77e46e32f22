import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { createChain, type AdminChain } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainsRepository, fieldsIn, toAdminChain } from './chains.repository.js';

@Injectable()
export class CreateChain {
  constructor(
    private readonly db: Database,
    private readonly chains: ChainsRepository,
  ) {}

  @Rpc(createChain)
  async execute({ chainId, adminId, client, ...fields }: RequestOf<typeof createChain>): Promise<AdminChain> {
    return this.db.transaction(async (tx) => {
      const row = await this.chains.insert(tx, { ...fields, chainId, updatedBy: adminId });
      await emit(tx, 'chain.changed', chainId, {
        chainId,
        created: true,
        changed: fieldsIn(fields),
        adminId,
        client: client ?? null,
      });
      return toAdminChain(row);
    });
  }
}
