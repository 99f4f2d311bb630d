import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { pino, type Level, type Logger } from 'pino';
import { OUTPUT } from './gathered-output.adapter.js';
import { redactText } from './redact-text.js';

/** The request in whose course something happens: every line says its id. */
export const currentRequest = new AsyncLocalStorage<{ request_id: string }>();

/** JSON lines on standard output. Texts are redacted; what is logged as an object must hold no secret. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      mixin: () => currentRequest.getStore() ?? {},
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as never);
        },
      },
    },
    OUTPUT,
  );

/**
 * Nest's way to log, written by pino. A few lines of ours instead of nestjs-pino, which makes a logger for each
 * request: a tenth of what a small request costs.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = this.at('info');
  error = this.at('error');
  warn = this.at('warn');
  debug = this.at('debug');
  verbose = this.at('trace');
  fatal = this.at('fatal');

  /** Nest gives the context last. */
  private at(level: Level) {
    return (message: unknown, ...rest: unknown[]): void => {
      const context = rest.at(-1);
      const stack = rest.slice(0, -1).filter((part) => typeof part === 'string');
      this.logger[level](
        { ...(typeof context === 'string' && { context }) },
        [textOf(message), ...stack].join('\n'),
      );
    };
  }
}

const textOf = (message: unknown): string =>
  message instanceof Error ? (message.stack ?? message.message) : String(message);
