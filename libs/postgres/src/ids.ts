import { v7 } from 'uuid';

/** A UUID version 7: ids of rows sort by the time they were made. */
export const newId = (): string => v7();
