import { Line, type FieldOptions } from '../fields/index.js';

/** Words to find, in any case. */
export const Search = ({ description = 'Words to find' }: Pick<FieldOptions, 'description'> = {}): PropertyDecorator =>
  Line({ max: 100, optional: true, description });
