import { Global, Module } from '@nestjs/common';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { RateLimiter } from './rate-limiter.service.js';

@Global()
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitModule {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'rate limits',
      everySeconds: 3_600,
      // A window is a minute; the rest is room for clocks of replicas that differ.
      run: deleteRows('rate_limits', `window_start < now() - interval '1 hour'`),
    });
  }
}
