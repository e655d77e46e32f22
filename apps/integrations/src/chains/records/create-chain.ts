import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { createChain, type AdminChain } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CheckChain, type CheckedChain } from '../checks/check-chain.js';
import { ChainsRepository, fieldsIn, toAdminChain } from './chains.repository.js';

/** Checked in place of the members that a request omits. */
const DEFAULTS = { restUrls: [], rpcUrls: [], publicRestUrl: null, gasPrices: [], escrow: null, configured: [] };

@Injectable()
export class CreateChain {
  constructor(
    private readonly database: Database,
    private readonly chainsRepository: ChainsRepository,
    private readonly checkChain: CheckChain,
  ) {}

  @Rpc(createChain)
  async execute({ chainId, adminId, client, ...fields }: RequestOf<typeof createChain>): Promise<AdminChain> {
    // A transaction authorises the operator before any node is asked.
    await this.database.transaction(async (tx) => {
      if ((await this.chainsRepository.read(tx, chainId)) !== undefined) throw new AppError('CHAIN_EXISTS');
    });
    const checked: CheckedChain = { ...DEFAULTS, chainId, ...fields };
    await this.checkChain.execute(checked);
    return this.database.transaction(async (tx) => {
      const row = await this.chainsRepository.insert(tx, { ...fields, chainId, updatedBy: adminId });
      const changed = fieldsIn(fields);
      await emit(tx, 'chain.changed', chainId, { chainId, created: true, changed, adminId, client: client ?? null });
      return toAdminChain(row);
    });
  }
}
