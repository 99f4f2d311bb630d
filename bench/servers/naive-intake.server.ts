// The peer: how the intake is usually written with the same libraries, into the product's own tables. A validated DTO,
// `findOne`, then `save()` of contact, log line and event in one transaction. No credentials, mapping, limits or log.
import 'reflect-metadata';
import { Body, Controller, Headers, Module, Post, Res, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IsEmail, IsPhoneNumber, IsString } from 'class-validator';
import type { Response } from 'express';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { dataSourceOptions } from '../../ormconfig.js';
import { Contact } from '../../src/contacts/contact.entity.js';
import { OutboxEvent } from '../../src/events/outbox-event.entity.js';
import { IntakeRequest } from '../../src/webhook-mappings/intake-request.entity.js';
import { announce } from '../support/announce.js';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
const TAGS = ['website', 'lead'];

class FormDto {
  @IsString() full_name: string;
  @IsEmail() email: string;
  @IsPhoneNumber('US') phone: string;
  @IsString() company: string;
  @IsString() offer: string;
  @IsString() utm_source: string;
}

@Controller('api/contacts/flex')
class IntakeController {
  constructor(private readonly db: DataSource) {}

  @Post()
  take(
    @Headers('x-org-id') organizationId: string,
    @Headers('x-map-id') mappingId: string,
    @Body() form: FormDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const receivedAt = new Date();
    return this.db.transaction(async (tx) => {
      const phone = parsePhoneNumberFromString(form.phone, 'US')?.number ?? '';
      const known = await tx.findOne(Contact, { where: { organizationId, phone } });
      const contact =
        known ??
        tx.create(Contact, { organizationId, id: uuid(), phone, tags: [], variables: {}, source: 'intake' });
      const [firstName = '', lastName = ''] = form.full_name.split(' ');
      Object.assign(contact, { firstName, lastName, email: form.email.toLowerCase(), company: form.company });
      contact.variables = { ...contact.variables, offer: form.offer };
      contact.tags = [...new Set([...contact.tags, ...TAGS])];
      if (known) contact.version += 1;
      contact.updatedAt = new Date();
      await tx.save(contact);
      const outcome = known ? 'updated' : 'created';
      const status = known ? 200 : 201;
      const payload = JSON.stringify(form);
      await tx.save(
        tx.create(IntakeRequest, {
          organizationId,
          id: uuid(),
          mappingId,
          receivedAt,
          outcome,
          status,
          contentType: 'application/json',
          payload,
          payloadBytes: payload.length,
          result: { unmapped: ['utm_source'] },
          contactId: contact.id,
          durationMs: Date.now() - receivedAt.getTime(),
        }),
      );
      await tx.save(
        tx.create(OutboxEvent, {
          organizationId,
          id: uuid(),
          type: `contact.${outcome}`,
          contactId: contact.id,
          data: JSON.stringify({ contact }),
        }),
      );
      response.status(status);
      return { status: outcome, contactId: contact.id, contact };
    });
  }
}

@Module({
  imports: [TypeOrmModule.forRoot(dataSourceOptions(databaseUrl))],
  controllers: [IntakeController],
})
class NaiveModule {}

const app = await NestFactory.create(NaiveModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(0, '127.0.0.1');
announce(await app.getUrl());
