import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { currentContext, idsOf } from './call-context.js';

export type { Logger } from 'pino';

/** Injection token of the service's logger. */
export const LOGGER = Symbol('logger');

/**
 * JSON lines with service, request id and trace id, on stdout by default. Payloads, tokens and headers are never logged.
 */
export function createLogger(service: string, level: string, to: DestinationStream = pino.destination()): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const context = currentContext();
      return context ? idsOf(context) : {};
    },
  };
  return pino(options, to);
}

/** Nest's own messages through the same logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }
  error(message: unknown, ...context: unknown[]): void {
    this.logger.error(
      { context: context.at(-1), err: message instanceof Error ? message : undefined },
      String(message),
    );
  }
}
