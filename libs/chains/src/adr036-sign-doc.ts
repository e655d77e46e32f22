/**
 * The bytes a wallet signs for an arbitrary text: the amino JSON sign doc of ADR-036 around the UTF-8 bytes of
 * `message`. The ADR asks for chain_id "signature", but every wallet signs an empty one.
 *
 * @param signer bech32 address
 */
export function adr036SignBytes(signer: string, message: string): Uint8Array {
  const data = Buffer.from(message, 'utf8').toString('base64');
  // Amino JSON has sorted keys, no spaces, and escapes & < >, which neither base64 nor bech32 contain.
  const signDoc = {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data, signer } }],
    sequence: '0',
  };
  return Buffer.from(JSON.stringify(signDoc), 'utf8');
}
