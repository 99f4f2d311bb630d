import { Module } from '@nestjs/common';
import { CallContacts } from './call-contacts.service.js';
import { ContactEditorPagesController } from './contact-editor-pages.controller.js';
import { ContactEvents } from './contact-events.service.js';
import { ContactExportController } from './contact-export.controller.js';
import { ContactHistory } from './contact-history.repository.js';
import { ContactListsRepository } from './contact-lists.repository.js';
import { ContactMergePagesController } from './contact-merge-pages.controller.js';
import { ContactNumbers } from './contact-numbers.service.js';
import { ContactPagesController } from './contact-pages.controller.js';
import { ContactRemovalPagesController } from './contact-removal-pages.controller.js';
import { ContactMerges } from './contact-merges.service.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsRepository } from './contacts.repository.js';
import { Contacts } from './contacts.service.js';
import { DeletedContacts } from './deleted-contacts.repository.js';
import { DoNotCallPagesController } from './do-not-call-pages.controller.js';
import { DoNotCallList } from './do-not-call.service.js';
import { ErasureRepository } from './erasure.repository.js';
import { Erasure } from './erasure.service.js';

@Module({
  controllers: [
    ContactsController,
    ContactExportController,
    ContactEditorPagesController,
    ContactPagesController,
    ContactMergePagesController,
    DoNotCallPagesController,
    ContactRemovalPagesController,
  ],
  providers: [
    Contacts,
    CallContacts,
    ContactEvents,
    ContactsRepository,
    ContactMerges,
    ContactMergesRepository,
    ContactListsRepository,
    ContactHistory,
    ContactNumbers,
    DoNotCallList,
    DeletedContacts,
    Erasure,
    ErasureRepository,
  ],
  exports: [Contacts, CallContacts, DoNotCallList],
})
export class ContactsModule {}
