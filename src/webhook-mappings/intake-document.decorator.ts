import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtension,
  ApiHeader,
  ApiOkResponse,
  ApiQuery,
  ApiSecurity,
} from '@nestjs/swagger';
import { Refuses } from '../common/refuses.decorator.js';
import { IntakeAnswer } from './intake.dto.js';

const ID = '01937f5c-2d5e-7c3a-9b51-0a4f7e1c2d3e';
const UUID = { type: 'string', format: 'uuid', example: ID };
const KEY = { type: 'string', example: 'vap_intake_01937f5c2d5e_kept-secret' };

/** The payload has the sender's own names; only the three authentication values have names of ours. */
const PAYLOAD = {
  type: 'object',
  additionalProperties: true,
  properties: {
    orgId: { ...UUID, description: 'The organization, where neither a header nor the query names it.' },
    apiKey: { ...KEY, description: 'A key, where neither a header nor the query has one.' },
    mapId: { ...UUID, description: 'The mapping, where neither a header nor the query names it.' },
  },
  example: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '(312) 555-0100' },
};

/** How the mapping itself says no, to what is posted and to what is posted again. */
const MAPPING_REFUSALS: Parameters<typeof Refuses> = [
  [
    400,
    'invalid_request',
    'A valid phone number is required',
    'no field mapping found a phone number; `details` names the paths that were tried, and nothing was created',
    [{ field: 'phone', in: 'body', issue: 'is missing from the payload' }],
  ],
  [409, 'mapping_inactive', 'Mapping is inactive', 'the mapping is paused; nothing was created'],
  [503, 'overloaded', 'Service overloaded', 'more came at once than can be stored; nothing was created'],
];

/** What an accepted payload answers, and how the mapping refuses one. */
const AnswersLikeIntake = (): MethodDecorator =>
  applyDecorators(
    ApiCreatedResponse({ type: IntakeAnswer, description: 'The contact was created.' }),
    ApiOkResponse({ type: IntakeAnswer, description: 'There was a contact with this number already.' }),
    Refuses(...MAPPING_REFUSALS),
  );

/** Documents the intake: three values in three places, three content types. */
export const DescribesIntake = (): MethodDecorator =>
  applyDecorators(
    // Both headers, or neither: then the values stand in the query or the body.
    ApiSecurity({ api_key: [], organization_id: [] }),
    ApiSecurity({}),
    ApiExtension('x-required-scope', 'intake:write'),
    ApiHeader({ name: 'x-map-id', required: false, description: 'The mapping.', schema: UUID }),
    ApiHeader({
      name: 'x-org-id',
      required: false,
      description: 'The organization; `x-organization-id` says the same.',
      schema: UUID,
    }),
    ApiQuery({ name: 'orgId', required: false, description: 'The organization.', schema: UUID }),
    ApiQuery({ name: 'apiKey', required: false, description: 'The key.', schema: KEY }),
    ApiQuery({ name: 'mapId', required: false, description: 'The mapping.', schema: UUID }),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'),
    ApiBody({ schema: PAYLOAD }),
    AnswersLikeIntake(),
    Refuses(
      [401, 'authentication_failed', 'Authentication failed', 'one of the three values is missing or wrong'],
      [
        400,
        'invalid_request',
        'Invalid form body',
        'a form is not UTF-8, badly encoded, has a file or more than 1,000 fields',
        [{ field: 'cv', in: 'body', issue: 'must not be a file' }],
      ],
    ),
  );

/** Documents the replay of a logged request. */
export const DescribesReplay = (): MethodDecorator =>
  applyDecorators(
    AnswersLikeIntake(),
    Refuses([
      409,
      'payload_not_kept',
      'The payload of this request was not kept',
      'it could not be read, or made room for newer ones',
    ]),
  );
