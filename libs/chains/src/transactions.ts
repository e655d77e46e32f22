export { readEvents, type TxEvent } from './events.js';
export { saysTxNotFound } from './tx-not-found.js';
