import { secp256k1 } from '@noble/curves/secp256k1.js';
import { contractWasm } from '@questp/contract-build';
import { Chain } from '@questp/contract-host';
import { type ContractPair } from '../host/host-backend.js';
import { tokenMessage } from '../host/token-message.js';
import { MAX_AMOUNT } from '../model/amount.js';
import { cw20, native } from '../model/asset.js';
import { type ModelChain } from '../model/chain.js';
import { FactoryModel } from '../model/factory.js';
import { Ledger } from '../model/ledger.js';
import { TICKET_KEY } from '../scenario/world.js';
import { type Asset } from '../scenario/backend.js';
import { createActors, everyone } from './actors.js';
import { SMALL_CHANGE } from './commands/command.js';
import { type Coverage } from './coverage.js';
import { storeFreezableToken, TOKEN_CHECKSUM } from './freezable-token.js';
import { DEFAULT_LIMITS } from './limits.js';
import { type Setting, System } from './system.js';

const HOUSEHOLD = 'upool';
/** A denomination of which one account holds more units than 128 bits can count, to give away and to fund with. */
const HUGE = 'uhuge';
const EVERYDAY_BALANCE = 1000n;
const OWNER_BALANCE = 2n ** 100n;

/** A chain with both contracts stored and all accounts funded, on which runs begin. */
export interface Stage {
  setting: Setting;
  /** A fresh factory and its model; whatever an earlier run did is undone. */
  begin(coverage: Coverage): System;
}

/** @param contracts - Instead of those the sources build. */
export async function openStage(contracts?: ContractPair): Promise<Stage> {
  const chain = new Chain();
  const actors = createActors((name, length) => chain.address(name, length));
  const wasm = contracts?.escrow ?? (await contractWasm('escrow'));
  const factory = chain.storeCode(contracts?.factory ?? (await contractWasm('factory')));
  const escrow = chain.storeCode(wasm);
  const other = chain.storeCode(wasm);
  const holdings: [Asset, string, bigint][] = [
    ...everyone(actors).map((holder): [Asset, string, bigint] => [native(HOUSEHOLD), holder, EVERYDAY_BALANCE]),
    ...actors.owners.map((holder): [Asset, string, bigint] => [native(HOUSEHOLD), holder, OWNER_BALANCE]),
    [native(HUGE), actors.owners[0] ?? '', 3n * MAX_AMOUNT],
  ];
  for (const [asset, holder, amount] of holdings) {
    if ('native' in asset) chain.bank.mint(holder, asset.native.denom, amount);
  }
  for (const holder of [...everyone(actors), ...actors.crowd]) chain.bank.mint(holder, SMALL_CHANGE.denom, 1n);
  const tokenAdmin = chain.address('token-admin');
  const tokenCode = storeFreezableToken(chain);
  const tokens = [OWNER_BALANCE, MAX_AMOUNT / 3n].map((amount) => {
    const message = tokenMessage(Object.fromEntries(actors.owners.map((address) => [address, amount])));
    const token = chain.instantiate(tokenAdmin, tokenCode, message, { label: 'token' });
    if (!token.ok) throw new Error(token.error);
    for (const holder of actors.owners) holdings.push([cw20(token.address), holder, amount]);
    return token.address;
  });
  const setting: Setting = {
    actors,
    chain,
    ticketSigner: Buffer.from(secp256k1.getPublicKey(TICKET_KEY, true)).toString('base64'),
    escrowCodeId: escrow.codeId,
    escrowChecksum: escrow.checksum,
    otherCodeId: other.codeId,
    tokens,
    tokenChecksum: TOKEN_CHECKSUM,
    tokenAdmin,
    assets: [native(HOUSEHOLD), native(HUGE), ...tokens.map(cw20)],
  };
  const start = chain.snapshot();
  const startTime = chain.time;
  return {
    setting,
    begin(coverage) {
      chain.restore(start);
      return newSystem(setting, factory.codeId, holdings, startTime, coverage);
    },
  };
}

function newSystem(
  setting: Setting,
  factoryCodeId: number,
  holdings: readonly [Asset, string, bigint][],
  now: bigint,
  coverage: Coverage,
): System {
  const { chain, actors } = setting;
  const [admin = '', operator = '', pauser = '', guardian = '', treasury = ''] = actors.roles;
  const config = {
    operator,
    ticket_signer: setting.ticketSigner,
    pauser,
    guardian,
    treasury,
    escrow_code_id: setting.escrowCodeId,
    escrow_admin: null,
    max_fee_bps: 1000,
    limits: DEFAULT_LIMITS,
    cw20_code_checksums: [setting.tokenChecksum],
  };
  const created = chain.instantiate(admin, factoryCodeId, { owner: admin, ...config }, { label: 'factory' });
  if (!created.ok) throw new Error(created.error);
  const ledger = new Ledger();
  for (const [asset, holder, amount] of holdings) ledger.mint(asset, holder, amount);
  const model: ModelChain = {
    now,
    chainId: chain.chainId,
    ledger,
    factory: new FactoryModel(created.address, factoryCodeId, { ...config }, admin, () => model),
    escrows: new Map(),
  };
  return new System(setting, model, coverage);
}
