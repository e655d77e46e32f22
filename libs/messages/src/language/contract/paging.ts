import { PAGE_BYTES } from '../byte-budget.js';
import { ListOf, Text, Whole, enumeration, type MessageClass } from '../fields/index.js';

/**
 * A page of a list. `nextCursor` is opaque and stays valid when rows are inserted. A page ends at `limit` or at a byte
 * bound, so a short page is not the last one: the last one has no `nextCursor`.
 */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const MAX_ITEMS = 100;

/** Members of every request for a page. */
export class PageRequest {
  @Whole({
    min: 1,
    max: MAX_ITEMS,
    default: 30,
    description: 'Maximum number of items; 30 by default. A page can have fewer',
  })
  limit!: number;

  @Text({
    min: 1,
    max: 500,
    optional: true,
    description: '`nextCursor` of the previous page, with the same sort order',
  })
  cursor?: string;
}

/** Sort orders of a list that is sorted by age only. */
export const AGE_ORDERS = enumeration('AgeOrder', ['newest', 'oldest']);
export type AgeOrder = (typeof AGE_ORDERS)[number];

/** Makes the class of a page. */
export function pageOf<Item extends object>(item: MessageClass<Item>): MessageClass<Page<Item>> {
  class ItemPage {
    @ListOf(() => item, { max: MAX_ITEMS, maxBytes: PAGE_BYTES, description: 'Items in list order' })
    items!: Item[];

    @Text({ max: 500, nullable: true, description: 'Cursor of the next page; null on the last' })
    nextCursor!: string | null;
  }
  return named(ItemPage, `${item.name}Page`);
}

/** Makes the class of a list that always fits one reply. */
export function listOf<Item extends object>(
  item: MessageClass<Item>,
  size: { max: number; maxBytes?: number },
): MessageClass<Page<Item>> {
  class ItemList {
    @ListOf(() => item, { ...size, description: 'Items in list order' })
    items!: Item[];

    @Text({ max: 500, nullable: true, description: 'Always null: the list is complete' })
    nextCursor!: string | null;
  }
  return named(ItemList, `${item.name}List`);
}

/** Schemas in the OpenAPI document are named after their classes. */
function named<C extends MessageClass>(of: C, name: string): C {
  Object.defineProperty(of, 'name', { value: name });
  return of;
}
