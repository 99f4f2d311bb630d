import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { LivenessReport, ReadinessReport } from './health.dto.js';
import { Readiness } from './readiness.service.js';

@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs. Restart it when this stops answering. */
  @Get('live')
  readLiveness(): LivenessReport {
    return { status: 'live' };
  }

  /** Requests can be served: 200, or 503 with the check that fails. */
  @Get('ready')
  @ApiOkResponse({ type: ReadinessReport, description: 'Send requests.' })
  @ApiServiceUnavailableResponse({ type: ReadinessReport, description: 'Send none: a check fails.' })
  async readReadiness(@Res({ passthrough: true }) response: Response): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503);
    return report;
  }
}
