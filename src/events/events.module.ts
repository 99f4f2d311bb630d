import { Global, Module } from '@nestjs/common';
import { PageNotices } from '../auth/page-notices.service.js';
import { HealthModule } from '../health/health.module.js';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { Deliverer } from './deliverer.worker.js';
import { DeliveryAttempts } from './delivery-attempts.repository.js';
import { DeliveryQueues } from './delivery-queues.worker.js';
import { DeliveryResults } from './delivery-results.worker.js';
import { DeliveryLists } from './delivery-lists.service.js';
import { DeliveryLog } from './delivery-log.repository.js';
import { DeliveryReach } from './delivery-reach.repository.js';
import { DeliveryPagesController } from './delivery-pages.controller.js';
import { EndpointActivities } from './endpoint-activity.repository.js';
import { EndpointDeletionPagesController } from './endpoint-deletion-pages.controller.js';
import { EndpointEditorPagesController } from './endpoint-editor-pages.controller.js';
import { disabledNotice } from './endpoint-view.js';
import { EventLogPagesController } from './event-log-pages.controller.js';
import { EventLog } from './event-log.repository.js';
import { RecoveryPagesController } from './recovery-pages.controller.js';
import { WebhookEndpointPagesController } from './webhook-endpoint-pages.controller.js';
import { DELIVERY_TIMINGS, STANDARD_DELIVERY_TIMINGS } from './delivery-timings.js';
import { EndpointHealthBook } from './endpoint-health.worker.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { EventSubjects } from './event-subjects.repository.js';
import { Events } from './events.service.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookRecoveriesController } from './webhook-recoveries.controller.js';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository.js';
import { WebhookRecoveries } from './webhook-recoveries.service.js';
import { WebhookRecoveryWorker } from './webhook-recovery.worker.js';
import { WebhookSender } from './webhook-sender.service.js';

@Global()
@Module({
  imports: [HealthModule],
  // Those with a path of their own stand before those that take any id there.
  controllers: [
    WebhookEndpointsController,
    WebhookDeliveriesController,
    WebhookRecoveriesController,
    EventLogPagesController,
    DeliveryPagesController,
    RecoveryPagesController,
    EndpointEditorPagesController,
    EndpointDeletionPagesController,
    WebhookEndpointPagesController,
  ],
  providers: [
    Events,
    EndpointSecrets,
    WebhookEndpoints,
    WebhookEndpointsRepository,
    WebhookDeliveries,
    WebhookDeliveriesRepository,
    WebhookRecoveries,
    WebhookRecoveriesRepository,
    WebhookRecoveryWorker,
    {
      provide: DELIVERY_TIMINGS,
      useFactory: ({ deliveryTimings }: Settings) => ({ ...STANDARD_DELIVERY_TIMINGS, ...deliveryTimings }),
      inject: [SETTINGS],
    },
    DeliveryQueues,
    DeliveryAttempts,
    DeliveryResults,
    EndpointHealthBook,
    WebhookSender,
    EndpointActivities,
    DeliveryLog,
    DeliveryReach,
    DeliveryLists,
    EventLog,
    EventSubjects,
    Deliverer,
  ],
  exports: [Events],
})
export class EventsModule {
  constructor(maintenance: Maintenance, notices: PageNotices, endpoints: WebhookEndpointsRepository) {
    notices.add(async (org) => (await endpoints.disabled(org)).map(disabledNotice));
    maintenance.add({
      name: 'events',
      everySeconds: 3_600,
      // Their deliveries and attempts go with them.
      run: deleteRows('events', `created_at < now() - interval '30 days'`),
    });
    maintenance.add({
      name: 'webhook_recoveries',
      everySeconds: 3_600,
      run: deleteRows('webhook_recoveries', `created_at < now() - interval '30 days'`),
    });
    maintenance.add({
      name: 'webhook_endpoints',
      everySeconds: 3_600,
      run: deleteRows(
        'webhook_endpoints',
        `deleted_at < now() - interval '30 days' AND NOT EXISTS (SELECT FROM webhook_deliveries delivery
           WHERE delivery.organization_id = webhook_endpoints.organization_id
             AND delivery.endpoint_id = webhook_endpoints.id)`,
      ),
    });
  }
}
