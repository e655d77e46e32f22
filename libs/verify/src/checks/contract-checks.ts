import { escrowLabel, predictEscrowAddress } from '@questp/escrow-client';
import { type Bundle } from '../bundle/bundle.js';
import { type Release } from './releases.js';
import { check, type Check } from './check.js';
import { behindOf } from './node-limits.js';

/** Who made the escrow, of which code, and whether the factory knows it. */
export function contractChecks(bundle: Bundle, releases: readonly Release[]): Check[] {
  const { claim, chain, contract, dataHash, createdDataHash, factoryDataHash, campaign, config, status } = bundle;
  const { escrow, factory, campaignId, checksum, admin, chainId } = claim;
  const isReleased = (wasm: 'escrow' | 'factory', hash: string) => releases.some((release) => release[wasm] === hash);
  const releasedChecksums = (wasm: 'escrow' | 'factory') => releases.map((release) => release[wasm]).join(', ');
  return [
    check('chain id', [chain], ({ chain_id }) =>
      chainId === undefined ? { later: 'no chain id is published' } : { expected: chainId, actual: chain_id },
    ),
    check('the latest block is recent', [chain], ({ time }) => {
      const behind = behindOf(bundle);
      return behind === undefined
        ? { expected: 'at most 10 minutes old', actual: time, agrees: true }
        : { unchecked: behind };
    }),
    // With the address by Instantiate2: a node cannot answer with the escrow of another campaign.
    check('campaign id', [status], ({ campaign_id }) =>
      campaignId === undefined ? { later: 'an escrow was named' } : { expected: campaignId, actual: campaign_id },
    ),
    check('creator is the factory', [contract], ({ creator }) => ({ expected: factory, actual: creator })),
    check('the escrow names the factory', [config], (found) => ({ expected: factory, actual: found.factory })),
    check('label', [contract, status], ({ label }, { campaign_id, funding_attempt }) => ({
      expected: escrowLabel({ campaignId: campaign_id, fundingAttempt: funding_attempt }),
      actual: label,
    })),
    check('data_hash is the published checksum', [dataHash], (actual) =>
      checksum === undefined ? { unchecked: 'no checksum is published' } : { expected: checksum, actual },
    ),
    check('data_hash is that of a released escrow', [dataHash], (actual) => ({
      expected: releasedChecksums('escrow'),
      actual,
      agrees: isReleased('escrow', actual),
    })),
    check('data_hash of the factory is that of a released factory', [factoryDataHash], (actual) => ({
      expected: releasedChecksums('factory'),
      actual,
      agrees: isReleased('factory', actual),
    })),
    check('code_id is the one at creation', [contract, campaign], ({ code_id }, created) => ({
      expected: created.code_id,
      actual: Number(code_id),
    })),
    check('admin', [contract], (found) =>
      admin === undefined
        ? { unchecked: 'no escrow admin is published' }
        : { expected: admin ?? 'none', actual: found.admin || 'none' },
    ),
    check(
      'address by Instantiate2',
      [createdDataHash, status],
      (createdChecksum, { campaign_id, funding_attempt: fundingAttempt }) => ({
        expected: predictEscrowAddress({
          ...{ factory, checksum: createdChecksum, campaignId: campaign_id, fundingAttempt },
        }),
        actual: escrow,
      }),
    ),
    check("the factory's campaign: escrow", [campaign], (entry) => ({ expected: escrow, actual: entry.escrow })),
    check("the factory's campaign: funding attempt", [campaign, status], (entry, { funding_attempt }) => ({
      expected: funding_attempt,
      actual: entry.funding_attempt,
    })),
  ];
}
