// Made from the files in schema/ by the write target; do not edit.
export * from './common';
export * from './ticket';
export * from './factory';
export * from './escrow';
export * from './errors';
export * from './refusal';
export { lastFailure } from './decoding';
