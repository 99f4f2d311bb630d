import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { ASSETS } from './common/assets.adapter.js';
import { serveAssets } from './common/assets.middleware.js';
import { createLogger, NestLogger } from './common/logger.adapter.js';
import { answerMalformedHttp } from './common/malformed-http.adapter.js';
import { spreadRequests } from './common/spread-requests.middleware.js';
import { requestId } from './common/request-id.middleware.js';
import { requestLog } from './common/request-log.middleware.js';
import { securityHeaders } from './common/security-headers.middleware.js';
import { Conversations } from './conversations/conversations.service.js';
import { serveDocument } from './openapi/openapi.adapter.js';
import type { Settings } from './settings.js';

/** Times that a slow client is given, in milliseconds; keep-alive outlives the 60 s of common load balancers. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** The application as it is served and as it is tested; call `listen` on it. */
export async function createApp(settings: Settings): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.register(settings), {
    // Bodies are read after the guards: see JsonBodyGuard.
    bodyParser: false,
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('case sensitive routing', true);
  // An ETag is what `tagged` and `answerJson` make; Express would hash every other answer too.
  app.set('etag', false);
  const logger = createLogger(settings.logLevel);
  const conversations = app.get(Conversations);
  app.use(requestId, requestLog(logger));
  app.use(spreadRequests(() => conversations.areLive));
  app.use(securityHeaders(settings.publicBaseUrl()));
  const server = app.getHttpServer();
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  answerMalformedHttp(server);
  app.use('/assets', serveAssets(ASSETS));
  serveDocument(app);
  await app.init();
  // Only now: what Nest says of its own start (modules, routes) is no news to an operator.
  app.useLogger(new NestLogger(logger));
  return app;
}
