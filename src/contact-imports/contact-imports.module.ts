import { Module } from '@nestjs/common';
import { ContactsModule } from '../contacts/contacts.module.js';
import { ContactImportPagesController } from './contact-import-pages.controller.js';
import { ContactImportReportController } from './contact-import-report.controller.js';
import { ContactImportsRepository } from './contact-imports.repository.js';
import { ContactImports } from './contact-imports.service.js';
import { ContactImportWorker } from './contact-imports.worker.js';
import { ImportStore } from './import-store.repository.js';

@Module({
  imports: [ContactsModule],
  controllers: [ContactImportPagesController, ContactImportReportController],
  providers: [ContactImports, ContactImportsRepository, ContactImportWorker, ImportStore],
})
export class ContactImportsModule {}
