import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { describeHeaders } from './answer-headers.js';
import { describeErrors } from './error-answers.js';
import { ErrorPayload } from './error.dto.js';
import { operationName } from './operation-names.js';
import { applyConventions } from './schema-conventions.js';
import { pageDocument } from './page-document.js';
import { renameSchemas } from './schema-names.js';
import { describeOperations } from './success-answers.js';
import { describeWebhooks } from './webhooks.js';

const DESCRIPTION = `
Voice agents place and receive phone calls for an organization. This API lists and reads the record of every call,
starts calls, turns what forms and CRMs post into contacts, and manages what all of it needs.

**Credentials.** Every request carries \`x-api-key\` and \`x-organization-id\`; press *Authorize* and give both. The
first start prints a key of the demo organization; the command line makes others.

**Errors** have one shape, with a stable \`code\` and the request's id. A misspelt parameter or field is refused.

**Values.** Timestamps are ISO 8601 in UTC with milliseconds, ids are UUIDs, what is unknown is null. New keys and new
values may appear at any time: ignore what you do not know.
`.trim();

const TAGS: [name: string, description: string][] = [
  ['Calls', 'The record of every phone call; starting and ending calls.'],
  ['Agents', 'Who places and answers calls.'],
  ['Contacts', 'The people the organization speaks with.'],
  ['Contact intake', 'Where outside systems post what becomes contacts.'],
  ['Webhook mappings', 'How posted data becomes contacts.'],
  [
    'Webhook endpoints',
    'Where events are sent, and what became of each; docs/events.md tells how to receive them.',
  ],
  ['Phone numbers', 'The numbers an organization calls from and is called at.'],
  ['Organization', 'Its settings, and the language model that its agents speak with.'],
  ['API keys', 'Credentials of the organization.'],
  ['Health', 'For load balancers and supervisors.'],
];

/** The OpenAPI document of the whole API. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Voice Agent Platform API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This service')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key of the organization.' },
      'api_key',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-organization-id', description: 'The id of the organization.' },
      'organization_id',
    );
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorPayload],
    operationIdFactory: operationName,
    autoTagControllers: false,
  });
  describeOperations(document);
  describeErrors(document);
  describeHeaders(document);
  applyConventions(document);
  return describeWebhooks(renameSchemas(document));
}

/** On a phone its tables are wider than the page: they scroll, the page does not. Its own header says nothing. */
const PAGE_STYLE = `
  .swagger-ui .topbar { display: none }
  .swagger-ui .opblock-body { overflow-x: auto }
  .swagger-ui .opblock-tag { flex-wrap: wrap }
`;

/** Serves the document at `/openapi.json` and a page to read and try it at `/docs`. */
export function serveDocument(app: NestExpressApplication): void {
  app.use('/docs', allowSwaggerPage);
  let page: OpenAPIObject | null = null;
  SwaggerModule.setup('docs', app, () => buildDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Voice Agent Platform API',
    customCss: PAGE_STYLE,
    patchDocumentOnRequest: (request: unknown, _: unknown, document: OpenAPIObject) =>
      (request as Request).path.endsWith('/swagger-ui-init.js')
        ? (page ??= pageDocument(document))
        : document,
    swaggerOptions: {
      persistAuthorization: false,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
    },
  });
}

/** Swagger's page styles itself inline and has a few inline images; scripts stay our own. */
function allowSwaggerPage(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  next();
}
