import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { FileRequest, FileTicket } from '../language/contract/file-ticket.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Amount, Count, Id, ListOf, OneOf, Text, Time, Whole, enumeration } from '../language/fields/index.js';

export const ALLOCATION_STATUSES = enumeration('AllocationFileStatus', [
  'listed',
  'planned',
  'finalized',
  'superseded',
  'rejected',
]);
export type AllocationFileStatus = (typeof ALLOCATION_STATUSES)[number];

/** An allocation that is public. */
export class PublicAllocation {
  @Count({ description: 'Version of the payout plan', example: 1 })
  version!: number;

  @OneOf(ALLOCATION_STATUSES, {
    example: 'finalized',
    description:
      'listed: frozen, not approved yet; it is read again before. planned: approved, not finalized on the chain yet. superseded: replaced before it was finalized. rejected: discarded on the chain',
  })
  status!: AllocationFileStatus;

  @Text({ form: 'sha256', description: 'SHA-256 of the allocation', example: 'ab'.repeat(32) })
  sha256!: string;

  @Count({ description: 'Number of entries', example: 120 })
  entries!: number;

  @Amount({ description: 'Sum of the weights', example: '245000000' })
  total!: string;

  @Time({ nullable: true, description: 'When it was approved; null: not approved' })
  approvedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When it was seen finalized on the chain; null: not yet' })
  finalizedAt!: Timestamp | null;
}

class AllocationEntry {
  @Text({ max: 128, description: 'Address', example: 'neutron1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq' })
  address!: string;

  @Amount({ description: 'Weight, which is the planned payout in base units', example: '2500000' })
  weight!: string;

  @Amount({ description: 'Points in the campaign', example: '120' })
  dp!: string;
}

/** The file of specification 2.5. It is written while it is read; its entries have no bound. */
class AllocationFile {
  @OneOf(['svc.escrow.allocation/v1'], { description: 'Schema of the file' })
  schema!: string;

  @OneOf(['adjusted'], { description: 'Weights are the planned payouts' })
  weight_unit!: string;

  @Text({ form: 'sha256', description: 'SHA-256 of the lines `<address>,<weight>`', example: 'ab'.repeat(32) })
  sha256!: string;

  @ListOf(() => AllocationEntry, { description: 'Sorted bytewise by address' })
  entries!: AllocationEntry[];
}

const tag = 'escrow';
const CAMPAIGN = 'GET /v1/discover/campaigns/:campaignId';

class OpenAllocationRequest extends FileRequest {
  @Id()
  campaignId!: string;

  @Whole({
    min: 1,
    max: 2_147_483_647,
    optional: true,
    description: 'Version of the payout plan; the latest by default',
  })
  version?: number;
}

export const openAllocation = contract({
  subject: 'escrow.allocations.open',
  request: OpenAllocationRequest,
  reply: FileTicket,
  http: {
    id: 'getAllocation',
    route: `${CAMPAIGN}/allocation.json`,
    tag,
    file: ['application/json; charset=utf-8'],
    holds: AllocationFile,
    cacheSeconds: 60,
    summary: 'Get the allocation of a campaign',
    description:
      'The allocation that the escrow pays, public from the freeze of the list on. Until it is approved a later version can take its place. A version never changes; the ETag names it. `listAllocations` has all versions.',
  },
});

class ListAllocationsRequest extends PageRequest {
  @Id()
  campaignId!: string;
}

export const listAllocations = contract({
  subject: 'escrow.allocations.list',
  request: ListAllocationsRequest,
  reply: pageOf(PublicAllocation),
  http: {
    id: 'listAllocations',
    route: `${CAMPAIGN}/allocations`,
    tag,
    cacheSeconds: 60,
    summary: 'List the allocations of a campaign, rejected ones included, latest first',
  },
});
