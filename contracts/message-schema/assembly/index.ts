export { lastFailure } from './decoding';
export * from './generated/common';
export * from './generated/errors';
export * from './generated/escrow';
export * from './generated/factory';
export * from './generated/ticket';
export * from './refusal';
