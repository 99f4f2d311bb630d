import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Params } from 'nestjs-pino';
import { loggablePath } from './loggable-path.js';
import { redactText } from './redact-text.js';

interface Timed {
  req: IncomingMessage & { originalUrl?: string };
  res: ServerResponse;
}

/** JSON lines: one a request, with its id, organization and key; no query strings, bodies or header values. */
export function loggerOptions(level: string): Params {
  return {
    pinoHttp: {
      level,
      base: null,
      genReqId: (request) => request.id,
      quietReqLogger: true,
      customAttributeKeys: { reqId: 'request_id' },
      customProps: (request) => {
        const { principal } = request as IncomingMessage & {
          principal?: { organizationId: string; keyId: string };
        };
        return principal ? { organization_id: principal.organizationId, key_id: principal.keyId } : {};
      },
      autoLogging: { ignore: (request) => request.url?.startsWith('/health/') ?? false },
      customLogLevel: (_, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      customSuccessMessage: (request, response) => lineOf({ req: request, res: response }),
      customErrorMessage: (request, response) => lineOf({ req: request, res: response }),
      serializers: { req: () => undefined, res: () => undefined, err: errorOf },
      hooks: {
        logMethod(args, method) {
          method.apply(
            this,
            args.map((arg: unknown) => (typeof arg === 'string' ? redactText(arg) : arg)) as never,
          );
        },
      },
    },
  };
}

const lineOf = ({ req, res }: Timed): string =>
  `${req.method} ${loggablePath(req.originalUrl ?? req.url ?? '')} ${res.statusCode}`;

const errorOf = (error: unknown): unknown =>
  error instanceof Error
    ? { type: error.name, message: redactText(error.message), stack: redactText(error.stack ?? '') }
    : undefined;
