import type { Form } from '../auth/form.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** Empty rows for headers that a form offers beside those that are there. */
const SPARE_ROWS = 2;

/** An endpoint as its form shows it. */
export interface EndpointFields {
  url: string;
  description: string;
  eventTypes: string[];
  agentId: string;
  /** A hidden one has a value that nobody sees again; left empty it stays as it is. */
  headers: { name: string; value: string; hidden: boolean }[];
  version: string;
}

const spare = (): EndpointFields['headers'] =>
  Array.from({ length: SPARE_ROWS }, () => ({ name: '', value: '', hidden: false }));

/** What the form of a new endpoint shows. */
export const newEndpointFields = (): EndpointFields => ({
  url: '',
  description: '',
  eventTypes: [],
  agentId: '',
  headers: spare(),
  version: '',
});

/** What the form of an endpoint shows before anything was typed. */
export const fieldsOf = (endpoint: WebhookEndpoint): EndpointFields => ({
  url: endpoint.url,
  description: endpoint.description ?? '',
  eventTypes: endpoint.eventTypes,
  agentId: endpoint.agentId ?? '',
  headers: [...endpoint.headerNames.map((name) => ({ name, value: '', hidden: true })), ...spare()],
  version: String(endpoint.version),
});

/** What was typed, to be shown again; values of headers are typed again, as passwords are. */
export const fieldsIn = (form: Form, known: readonly string[]): EndpointFields => ({
  url: form.text('url'),
  description: form.text('description'),
  eventTypes: form.all('event_types'),
  agentId: form.text('agent_id'),
  headers: [
    ...headersIn(form)
      .filter(({ name }) => name !== '')
      .map(({ name }) => ({ name, value: '', hidden: known.includes(name.toLowerCase()) })),
    ...spare(),
  ],
  version: form.text('version'),
});

/** The endpoint that a form describes, for the same reading as a request's body. */
export const endpointIn = (form: Form, known: readonly string[]): Record<string, unknown> => ({
  url: form.text('url'),
  description: form.nullable('description'),
  event_types: form.all('event_types'),
  agent_id: form.nullable('agent_id'),
  ...headerChange(headersIn(form), known),
});

/** What the rows say of the headers; nothing when they stay as they are. */
function headerChange(rows: readonly HeaderRow[], known: readonly string[]): Record<string, unknown> {
  const filled = rows.filter(({ name, value }) => name !== '' || value !== '');
  const kept = filled.filter(({ name, value }) => value === '' && known.includes(name.toLowerCase()));
  const given = filled.filter((row) => !kept.includes(row));
  if (given.length === 0 && kept.length === known.length) return {};
  return {
    headers: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    ...(kept.length > 0 && { keep_headers: kept.map(({ name }) => name.toLowerCase()) }),
  };
}

interface HeaderRow {
  name: string;
  value: string;
}

const headersIn = (form: Form): HeaderRow[] => {
  const values = form.all('header_value');
  return form.all('header_name').map((name, index) => ({ name, value: values[index] ?? '' }));
};
