import type { FieldError } from '@questp/messages/language';

/**
 * Returns an error for each item whose id an earlier item has.
 * @param pointer to the list
 */
export function duplicateIds(items: readonly { id: string }[], pointer: string): FieldError[] {
  const seen = new Set<string>();
  return items.flatMap(({ id }, index) => {
    const repeated = seen.has(id);
    seen.add(id);
    return repeated ? [{ pointer: `${pointer}/${index}/id`, code: 'DUPLICATE', detail: 'The id is used twice.' }] : [];
  });
}
