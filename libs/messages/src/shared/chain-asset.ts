import { OneOf, Text, enumeration } from '../language/fields/index.js';

export const CHAIN_ASSET_KINDS = enumeration('ChainAssetKind', ['native', 'cw20']);

/** An asset of a chain: coins of a denomination, or the tokens of a CW20 contract. */
export class ChainAsset {
  @OneOf(CHAIN_ASSET_KINDS, { description: 'native: coins of a denomination. cw20: tokens of a CW20 contract' })
  kind!: (typeof CHAIN_ASSET_KINDS)[number];

  @Text({
    min: 1,
    max: 128,
    form: 'denom',
    description: 'Denomination of the coins, or address of the CW20 contract',
    example: 'untrn',
  })
  id!: string;
}
