import { Line, type FieldOptions } from '../../language/fields/index.js';

/** Search words; case-insensitive. */
export const Search = ({ description = 'Search words' }: Pick<FieldOptions, 'description'> = {}): PropertyDecorator =>
  Line({ max: 100, optional: true, description });
