import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { updateChain, type AdminChain } from '@questp/messages/integrations';
import { AppError, requireVersion, type RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { changedFields, ChainsRepository, toAdminChain } from './chains.repository.js';

@Injectable()
export class UpdateChain {
  constructor(
    private readonly db: Database,
    private readonly chains: ChainsRepository,
  ) {}

  @Rpc(updateChain)
  async execute(request: RequestOf<typeof updateChain>): Promise<AdminChain> {
    const { chainId, adminId, client, ifMatch, ...change } = request;
    return this.db.transaction(async (tx) => {
      const row = found(await this.chains.lock(tx, chainId));
      requireVersion(ifMatch, row);
      const changed = changedFields(row, change);
      const configured = changed.find((name) => row.configured.includes(name));
      if (configured !== undefined) {
        throw new AppError('CHAIN_MEMBER_CONFIGURED', { detail: `CHAINS sets ${configured} of ${chainId}.` });
      }
      if (changed.length === 0) return toAdminChain(row);
      const updated = await this.chains.update(tx, chainId, { ...change, updatedBy: adminId });
      await emit(tx, 'chain.changed', chainId, { chainId, created: false, changed, adminId, client: client ?? null });
      return toAdminChain(updated);
    });
  }
}
