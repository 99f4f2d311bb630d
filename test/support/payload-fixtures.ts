import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request as a real system sends it, with the rules that a person would configure for it. */
export interface PayloadFixture {
  name: string;
  contentType: string;
  body: Buffer;
  /** The rules as they go over the wire: `field_mappings`, `static_values`, `static_tags`, `on_duplicate`. */
  mapping: Record<string, unknown>;
}

const JSON_TYPE = 'application/json';

/**
 * The shapes are the vendors' documented ones, the values our own:
 * Typeform, https://www.typeform.com/developers/webhooks/example-payload/ ·
 * HubSpot workflow webhook, https://developers.hubspot.com/docs/methods/workflows/webhook_information (it posts the
 * contact of its contacts API) · Meta lead as automation tools pass it on,
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving ·
 * Webflow, https://developers.webflow.com/data/reference/webhooks/events/form-submission ·
 * Shopify customers/create, https://shopify.dev/docs/api/admin-rest/latest/resources/customer ·
 * GoHighLevel workflow webhook, https://help.gohighlevel.com (Workflow Action: Webhook) · HTML forms, RFC 7578.
 */
const FIXTURES: readonly (readonly [file: string, contentType: string])[] = [
  ['typeform.json', JSON_TYPE],
  ['hubspot.json', JSON_TYPE],
  ['facebook-lead-ads.json', JSON_TYPE],
  ['webflow.json', `${JSON_TYPE}; charset=utf-8`],
  ['shopify.json', JSON_TYPE],
  ['gohighlevel.json', JSON_TYPE],
  ['html-form-urlencoded.txt', 'application/x-www-form-urlencoded'],
  ['html-form-multipart.txt', 'multipart/form-data; boundary=----WebKitFormBoundaryq3T9dXb7LmRzK0aV'],
];

// Tests run as compiled files of dist-test; the fixtures are read from where they are kept.
const DIRECTORY = join(import.meta.dirname, '../../../test/fixtures/payloads');

export const payloadFixtures: readonly PayloadFixture[] = FIXTURES.map(([file, contentType]) => {
  const name = file.slice(0, file.indexOf('.'));
  const mapping = readFileSync(join(DIRECTORY, `${name}.mapping.json`), 'utf8');
  return {
    name,
    contentType,
    body: readFileSync(join(DIRECTORY, file)),
    mapping: JSON.parse(mapping) as Record<string, unknown>,
  };
});
