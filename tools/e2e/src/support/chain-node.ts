import { EmulatedChain, type ChainMessage } from '@questp/emulators';

/** The node of cosmoshub-4 on the platform that suites share. */
export const node = new EmulatedChain('cosmoshub-4');

node.state.validators.push({
  address: 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
  moniker: 'Orbit Validator',
});

/** A transfer that a quest can ask for. */
export interface Transfer {
  sender: string;
  recipient: string;
  denom: string;
  amount: string;
}

/** The messages of a transaction with a transfer, and with something odd beside it. */
export function transferring({ sender, recipient, denom, amount }: Transfer): ChainMessage[] {
  const message = {
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    // As some wallets sign it.
    from_address: sender.toUpperCase(),
    to_address: recipient,
    // A token of which there can be more than 128 bits count.
    amount: [
      { denom: 'factory/x/abig', amount: '9'.repeat(41) },
      { denom, amount },
    ],
  };
  const ofEthereum = { '@type': '/cosmos.evm.vm.v1.MsgEthereumTx', from: '0x52908400098527886E0F7030069857D2E4169EE7' };
  return [ofEthereum, message];
}
