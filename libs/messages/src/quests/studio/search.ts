import { Line, type FieldOptions } from '../../language/fields/index.js';

/** Search words, in any case. */
export const Search = ({ description = 'Search words' }: Pick<FieldOptions, 'description'> = {}): PropertyDecorator =>
  Line({ max: 100, optional: true, description });
