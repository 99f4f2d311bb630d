import { Module } from '@nestjs/common';
import { ContactMerges } from './contact-merges.service.js';
import { ContactMergesRepository } from './contact-merges.repository.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsRepository } from './contacts.repository.js';
import { Contacts } from './contacts.service.js';
import { DoNotCallList } from './do-not-call.service.js';
import { ErasureRepository } from './erasure.repository.js';
import { Erasure } from './erasure.service.js';

@Module({
  controllers: [ContactsController],
  providers: [
    Contacts,
    ContactsRepository,
    ContactMerges,
    ContactMergesRepository,
    DoNotCallList,
    Erasure,
    ErasureRepository,
  ],
  exports: [Contacts, DoNotCallList],
})
export class ContactsModule {}
