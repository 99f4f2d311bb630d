import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { IntakeLogLines } from './intake-log-lines.repository.js';
import { IntakeProbe } from './intake-probe.client.js';
import { IntakeReplayPagesController } from './intake-replay-pages.controller.js';
import { IntakeReplayWorker } from './intake-replay.worker.js';
import { IntakeReplaysRepository } from './intake-replays.repository.js';
import { IntakeReplays } from './intake-replays.service.js';
import { MappingDeletionPagesController } from './mapping-deletion-pages.controller.js';
import { MappingDeletion } from './mapping-deletion.service.js';
import { MappingDeletionWorker } from './mapping-deletion.worker.js';
import { MappingTestPagesController } from './mapping-test-pages.controller.js';
import { IntakeController } from './intake.controller.js';
import { IntakeDoor } from './intake-door.service.js';
import { IntakeGuard } from './intake.guard.js';
import { IntakeKeys } from './intake-keys.service.js';
import { IntakeLog } from './intake-log.repository.js';
import { Intakes } from './intakes.service.js';
import { IntakeStore } from './intake-store.repository.js';
import { IntakeRequests } from './intake-requests.service.js';
import { IntakeLogPagesController } from './intake-log-pages.controller.js';
import { IntakeRequestsController } from './intake-requests.controller.js';
import { IntakeRetention } from './intake-retention.service.js';
import { MappingActivity } from './mapping-activity.repository.js';
import { MappingDrafts } from './mapping-drafts.service.js';
import { MappingEditorPagesController } from './mapping-editor-pages.controller.js';
import { MappingPreviewController } from './mapping-preview.controller.js';
import { MappingPreviews } from './mapping-preview.service.js';
import { MappingSamples } from './mapping-samples.repository.js';
import { LiveMappings } from './live-mappings.service.js';
import { WebhookMappingPagesController } from './webhook-mapping-pages.controller.js';
import { WebhookMappingsController } from './webhook-mappings.controller.js';
import { WebhookMappingsRepository } from './webhook-mappings.repository.js';
import { WebhookMappings } from './webhook-mappings.service.js';

@Module({
  imports: [ContactsModule],
  controllers: [
    IntakeController,
    WebhookMappingsController,
    MappingPreviewController,
    IntakeRequestsController,
    MappingEditorPagesController,
    WebhookMappingPagesController,
    IntakeLogPagesController,
    MappingTestPagesController,
    MappingDeletionPagesController,
    IntakeReplayPagesController,
  ],
  providers: [
    WebhookMappings,
    WebhookMappingsRepository,
    IntakeKeys,
    LiveMappings,
    IntakeGuard,
    IntakeDoor,
    Intakes,
    IntakeStore,
    IntakeLog,
    IntakeRequests,
    IntakeRetention,
    MappingPreviews,
    MappingDrafts,
    MappingDeletion,
    MappingDeletionWorker,
    IntakeReplays,
    IntakeReplaysRepository,
    IntakeReplayWorker,
    IntakeProbe,
    IntakeLogLines,
    MappingSamples,
    MappingActivity,
  ],
  exports: [WebhookMappings, MappingActivity],
})
export class WebhookMappingsModule {}
