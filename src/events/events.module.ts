import { Global, Module } from '@nestjs/common';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { Events } from './events.service.js';

@Global()
@Module({ providers: [Events], exports: [Events] })
export class EventsModule {
  constructor(maintenance: Maintenance) {
    maintenance.add({
      name: 'events',
      everySeconds: 3_600,
      run: deleteRows('events', `created_at < now() - interval '30 days'`),
    });
  }
}
