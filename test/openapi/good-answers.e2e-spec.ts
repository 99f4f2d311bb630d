import type { OpenAPIObject } from '@nestjs/swagger';
import { routesOf } from '../../src/openapi/document-types.js';
import { ownIds, requestWith, send } from '../auth/guarded-requests.js';
import { GUARDED_ROUTES } from '../auth/route-table.js';
import type { Client } from '../support/client.js';
import { startServiceWithCarrier } from '../support/own-carrier.js';
import type { TestService } from '../support/service.js';
import { AnswerSchemas, servedDocument } from './answer-schemas.js';
import { mistakesIn } from './documented-answers.js';

let service: TestService;
let acme: Client;
let document: OpenAPIObject;
let schemas: AnswerSchemas;

beforeAll(async () => {
  service = await startServiceWithCarrier();
  acme = await service.anOrganization();
  // Calls come from it.
  await acme.post('/api/phone-numbers', { number: '+13125550100', is_default: true });
  document = await servedDocument(service.url);
  schemas = new AnswerSchemas(document);
});
afterAll(() => service.stop());

/** It goes on as long as the call does. */
const ENDLESS = 'GET /api/calls/:id/live';

/** The fuzz sends what may be right by chance; here every operation does its work. */
it.each(Object.keys(GUARDED_ROUTES).filter((route) => route !== ENDLESS))(
  '%s, done right, answers as the document says',
  async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    const described = [...routesOf(document)].find(
      (one) => one.path === template && one.method === method.toLowerCase(),
    );
    if (!described) throw new Error(`${route} is not in the document`);
    const answer = await send(acme, requestWith(route, await ownIds(service, acme, route)));
    expect(answer.status).toBeLessThan(300);
    expect(mistakesIn({ document, schemas }, described, answer)).toEqual([]);
  },
);
