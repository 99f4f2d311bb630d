import { Global, Module } from '@nestjs/common';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { Idempotency } from './idempotency.service.js';
import { WriteInterceptor } from './write.interceptor.js';

@Global()
@Module({ providers: [Idempotency, WriteInterceptor], exports: [Idempotency, WriteInterceptor] })
export class IdempotencyModule {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'idempotency keys',
      everySeconds: 600,
      run: deleteRows('idempotency_keys', `created_at < now() - interval '24 hours'`),
    });
  }
}
