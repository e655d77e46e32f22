import { Creating } from '../../language/contract/common.js';
import { combine, partial, pick, type MessageClass } from '../../language/fields/index.js';

/** Of a request to duplicate what is at a place: the copy gets a slug of its own, and its title unless one is told. */
export const duplicating = <Place extends object, Fields extends { slug: string; title: string }>(
  place: MessageClass<Place>,
  fields: MessageClass<Fields>,
) => combine(place, pick(fields, 'slug'), partial(pick(fields, 'title')), Creating);
