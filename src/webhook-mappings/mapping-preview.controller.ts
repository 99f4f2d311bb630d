import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { MappingPreview, PreviewMappingDto } from './mapping-preview.dto.js';
import { presentPreview } from './mapping-preview.presenter.js';
import { MappingPreviews } from './mapping-preview.service.js';

const PAYLOAD = { firstName: 'Ada', phone: '(312) 555-0100' };
const EXAMPLES = {
  payload: { summary: 'The mapping as it is', value: { payload: PAYLOAD } },
  rules: {
    summary: 'With other rules',
    value: {
      payload: PAYLOAD,
      field_mappings: [{ source: 'phone', target: 'phone' }],
      static_tags: ['website'],
    },
  },
};

@ApiTags('Webhook mappings')
@Controller('api/webhook-mappings/:id/preview')
@Writes()
export class MappingPreviewController {
  constructor(private readonly previews: MappingPreviews) {}

  /** Try a payload on a mapping: what would come out, how each field mapping went, what would refuse it. Writes nothing. */
  @Post()
  @HttpCode(200)
  @RequireScope('mappings:write')
  @ApiBody({ type: PreviewMappingDto, examples: EXAMPLES })
  @AcceptsIdempotencyKey()
  async preview(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @IdParam('Webhook mapping') id: string,
    @Body() dto: PreviewMappingDto,
  ): Promise<MappingPreview> {
    return presentPreview(await this.previews.preview(tx, org, id, dto));
  }
}
