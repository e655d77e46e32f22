import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { dailyFeeLimit, updateChain, type AdminChain, type GasPrice } from '@questp/messages/integrations';
import { AppError, requireVersion, versionOf, type RequestOf } from '@questp/messages/language';
import { Database, found, type Queries } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CheckChain } from '../checks/check-chain.js';
import { changedFields, ChainsRepository, toAdminChain, type ChainChange, type ChainRow } from './chains.repository.js';

/** Members that the nodes of a chain are asked about. */
const CHECKED: readonly (keyof ChainChange)[] = ['restUrls', 'rpcUrls', 'publicRestUrl', 'gasPrices', 'escrow'];

@Injectable()
export class UpdateChain {
  constructor(
    private readonly database: Database,
    private readonly chainsRepository: ChainsRepository,
    private readonly checkChain: CheckChain,
  ) {}

  /** A chain can be disabled and its members corrected while its nodes do not answer. */
  @Rpc(updateChain)
  async execute(request: RequestOf<typeof updateChain>): Promise<AdminChain> {
    const { chainId, adminId, client, ifMatch, ...wanted } = request;
    // A transaction authorises the operator before any node is asked.
    const before = await this.database.transaction((tx) => this.changeable(tx, chainId, ifMatch, wanted));
    const { gasPrices } = wanted;
    const change = gasPrices ? { ...wanted, gasPrices: keepFeeLimits(before.gasPrices, gasPrices) } : wanted;
    if (isChecked(before, change)) await this.checkChain.execute({ ...before, ...change });
    return this.database.transaction(async (tx) => {
      // Only the version that was checked is changed.
      const row = await this.changeable(tx, chainId, [versionOf(before.updatedAt)], change);
      const changed = changedFields(row, change);
      if (changed.length === 0) return toAdminChain(row);
      const updated = await this.chainsRepository.update(tx, chainId, { ...change, updatedBy: adminId });
      await emit(tx, 'chain.changed', chainId, { chainId, created: false, changed, adminId, client: client ?? null });
      return toAdminChain(updated);
    });
  }

  /** The locked row. NOT_FOUND, PRECONDITION_FAILED, CHAIN_MEMBER_CONFIGURED */
  private async changeable(
    tx: Queries,
    chainId: string,
    ifMatch: string[] | undefined,
    change: ChainChange,
  ): Promise<ChainRow> {
    const row = found(await this.chainsRepository.lock(tx, chainId));
    requireVersion(ifMatch, row);
    const configured = changedFields(row, change).find((name) => row.configured.includes(name));
    if (configured === undefined) return row;
    throw new AppError('CHAIN_MEMBER_CONFIGURED', { detail: `CHAINS sets ${configured} of ${chainId}.` });
  }
}

/** Prices whose limit is left out keep the limit of the coin, so that a wrong price does not raise it. */
function keepFeeLimits(before: readonly GasPrice[], after: readonly GasPrice[]): GasPrice[] {
  return after.map((gasPrice) => {
    const last = before.find(({ denom }) => denom === gasPrice.denom);
    if (gasPrice.dailyFees !== undefined || last === undefined) return gasPrice;
    const dailyFees = last.price === gasPrice.price ? last.dailyFees : `${dailyFeeLimit(last)}`;
    return dailyFees === undefined ? gasPrice : { ...gasPrice, dailyFees };
  });
}

const isChecked = (row: ChainRow, change: ChainChange): boolean =>
  changedFields(row, change).some((name) => CHECKED.includes(name) || (name === 'enabled' && change.enabled === true));
