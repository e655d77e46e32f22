export { readTable, type Row, type TableShape } from './read-table.js';
export { rowError } from './row-error.js';
export { writeTable } from './write-table.js';
