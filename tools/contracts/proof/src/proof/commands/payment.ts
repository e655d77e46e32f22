import { cw20 } from '../../model/asset.js';
import { demand } from '../../model/refusal.js';
import { type Asset, type Coin } from '../../scenario/backend.js';
import { type Call } from '../call.js';
import { type System } from '../system.js';

/** A call that takes funds; `predict` returns the address that holds them afterwards. */
export interface PayingCall extends Omit<Call, 'predict' | 'funds'> {
  predict(): string;
}

/** Attaches coins to a message. */
export function payNative(system: System, funds: readonly { asset: Asset; amount: bigint }[], call: PayingCall): void {
  const coins = funds.flatMap(({ asset, amount }): Coin[] =>
    'native' in asset ? [{ denom: asset.native.denom, amount: `${amount}` }] : [],
  );
  system.call({
    ...call,
    funds: coins.sort((left, right) => (left.denom < right.denom ? -1 : 1)),
    predict: () => {
      // The bank looks first.
      for (const { asset, amount } of funds) demandHeld(system, asset, call.sender, amount);
      const holder = call.predict();
      for (const { asset, amount } of funds) system.model.ledger.move(asset, call.sender, holder, amount);
    },
  });
}

/** Sends a CW20 amount with the message as its hook. A fake one is a call of the hook by an account. */
export function payToken(
  system: System,
  { token, amount, isFake }: { token: string; amount: bigint; isFake: boolean },
  call: PayingCall,
): void {
  const msg = Buffer.from(JSON.stringify(call.message)).toString('base64');
  if (isFake) {
    const message = { receive: { sender: call.sender, amount: `${amount}`, msg } };
    system.call({ ...call, message, predict: () => void call.predict() });
  } else {
    system.call({
      ...call,
      contract: token,
      message: { send: { contract: call.contract, amount: `${amount}`, msg } },
      predict: () => {
        demandHeld(system, cw20(token), call.sender, amount);
        system.model.ledger.move(cw20(token), call.sender, call.predict(), amount);
      },
    });
  }
}

function demandHeld({ model }: System, asset: Asset, holder: string, amount: bigint): void {
  demand(amount > 0n && model.ledger.balance(asset, holder) >= amount, 'bank');
}
