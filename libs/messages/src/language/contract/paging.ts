import { PAGE_BYTES } from '../byte-budget.js';
import { ListOf, Text, Whole, enumeration, type MessageClass } from '../fields/index.js';

/**
 * A page of a list; `nextCursor` is opaque and stays right under inserts. It ends by `limit`, or earlier by bytes, so
 * that a page with fewer items is not the last one: that has no `nextCursor`.
 */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const MOST_ITEMS = 100;

/** What every request for a page of a list takes. */
export class PageRequest {
  @Whole({
    min: 1,
    max: MOST_ITEMS,
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

/** Orders of a list that is sorted by age alone. */
export const AGE_ORDERS = enumeration('AgeOrder', ['newest', 'oldest']);
export type AgeOrder = (typeof AGE_ORDERS)[number];

/** The class of a page of a list. */
export function pageOf<Item extends object>(item: MessageClass<Item>): MessageClass<Page<Item>> {
  class ItemPage {
    @ListOf(() => item, { max: MOST_ITEMS, maxBytes: PAGE_BYTES, description: 'Items in list order' })
    items!: Item[];

    @Text({ max: 500, nullable: true, description: 'Cursor of the next page; null on the last' })
    nextCursor!: string | null;
  }
  return named(ItemPage, `${item.name}Page`);
}

/** The class of a list that always fits one reply: a page that is the last. */
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

/** Schemas in the OpenAPI document carry the names of their classes. */
function named<C extends MessageClass>(of: C, name: string): C {
  Object.defineProperty(of, 'name', { value: name });
  return of;
}
