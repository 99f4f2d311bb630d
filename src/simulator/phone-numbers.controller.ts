import { type Request, Router } from 'express';
import type { Carrier } from './carrier.service.js';
import type { Form } from './form.js';
import { pageOf } from './list-page.js';
import type { PhoneNumber } from './phone-number.js';
import { accountPath, phoneNumberResource } from './resources.js';
import { RestFault } from './rest-fault.js';

/** `IncomingPhoneNumbers`: the owned numbers and where their calls go. */
export function phoneNumbersRoutes(carrier: Carrier): Router {
  const routes = Router();
  const { numbers } = carrier;
  routes.get('/IncomingPhoneNumbers.json', (request, response) => {
    const path = accountPath(carrier.accountSid, '/IncomingPhoneNumbers.json');
    const { items, envelope } = pageOf(numbers.list(request.query), request.query, path);
    response.json({ incoming_phone_numbers: items.map(phoneNumberResource), ...envelope });
  });
  routes.post('/IncomingPhoneNumbers.json', (request, response) =>
    response.status(201).json(phoneNumberResource(numbers.create(request.body as Form))),
  );
  routes.get('/IncomingPhoneNumbers/:sid.json', (request, response) =>
    response.json(phoneNumberResource(numberOf(carrier, request))),
  );
  routes.post('/IncomingPhoneNumbers/:sid.json', (request, response) =>
    response.json(phoneNumberResource(numbers.update(numberOf(carrier, request), request.body as Form))),
  );
  return routes;
}

function numberOf(carrier: Carrier, request: Request): PhoneNumber {
  const number = carrier.numbers.find(String(request.params['sid']));
  if (number === undefined) throw new RestFault(20404, request.baseUrl + request.path);
  return number;
}
