import { Creating } from '../../language/contract/common.js';
import { combine, partial, pick, type MessageClass } from '../../language/fields/index.js';

/** Base class of requests to duplicate: the copy gets a new slug, and by default the same title. */
export const duplicating = <Scope extends object, Fields extends { slug: string; title: string }>(
  place: MessageClass<Scope>,
  fields: MessageClass<Fields>,
) => combine(place, pick(fields, 'slug'), partial(pick(fields, 'title')), Creating);
