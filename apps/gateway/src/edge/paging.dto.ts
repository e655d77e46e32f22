import type { Type } from '@nestjs/common';
import type { Page, PageRequest } from '@questp/messages';
import { ListOf, Text, WholeInQuery } from './fields/index.js';

export class PageQuery implements PageRequest {
  @WholeInQuery({ min: 1, max: 100, optional: true, description: 'Items per page; 30 unless told' })
  limit: number = 30;

  @Text({ min: 1, max: 500, optional: true, description: '`nextCursor` of the page before' })
  cursor?: string;
}

/** The DTO of a page of a list. */
export function pageOf<Item extends object>(item: Type<Item>): Type<Page<Item>> {
  class PageDto implements Page<Item> {
    @ListOf(() => item)
    items!: Item[];

    @Text({ nullable: true, description: 'Cursor of the next page; null on the last' })
    nextCursor!: string | null;
  }
  Object.defineProperty(PageDto, 'name', { value: item.name.replace(/Dto$/, 'PageDto') });
  return PageDto;
}

/** The DTO of a list that always fits one answer. */
export function listOf<Item extends object>(item: Type<Item>): Type<{ items: Item[] }> {
  class ListDto {
    @ListOf(() => item)
    items!: Item[];
  }
  Object.defineProperty(ListDto, 'name', { value: item.name.replace(/Dto$/, 'ListDto') });
  return ListDto;
}
