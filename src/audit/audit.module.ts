import { Global, Module } from '@nestjs/common';
import { AuditLogPagesController } from './audit-log-pages.controller.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditSubjects } from './audit-subjects.repository.js';
import { Audit } from './audit.service.js';

@Global()
@Module({
  controllers: [AuditLogPagesController],
  providers: [Audit, AuditLogRepository, AuditSubjects],
  exports: [Audit, AuditLogRepository],
})
export class AuditModule {}
