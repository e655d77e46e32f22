import { Line } from '../fields/index.js';

/** Words to find, in any case. */
export const Search = (): PropertyDecorator => Line({ max: 100, optional: true, description: 'Words to find' });
