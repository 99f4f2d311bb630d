// The peer: how the intake is usually written with the same libraries. A validated DTO, entities with a relation,
// `save()` of contact and tags, log line and event in one transaction. No credentials, mapping, limits or log.
import 'reflect-metadata';
import { Body, Controller, Headers, Module, Post, Res, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IsEmail, IsPhoneNumber, IsString } from 'class-validator';
import type { Response } from 'express';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import {
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { SnakeNamingStrategy } from '../../src/database/snake-naming.strategy.js';
import { announce } from '../support/announce.js';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
const TAGS = ['website', 'lead'];

@Entity()
@Index(['organizationId', 'phone'], { unique: true })
class Contact {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('uuid') organizationId: string;
  @Column('text') phone: string;
  @Column('text') firstName: string;
  @Column('text') lastName: string;
  @Column('text', { nullable: true }) email: string;
  @Column('text', { nullable: true }) company: string;
  @Column('jsonb', { default: {} }) variables: Record<string, string>;
  @OneToMany(() => Tag, (tag) => tag.contact, { cascade: true }) tags: Relation<Tag[]>;
  @CreateDateColumn() createdAt: Date;
  @UpdateDateColumn() updatedAt: Date;
}

@Entity()
class Tag {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') name: string;
  @Index()
  @JoinColumn({ name: 'contact_id' })
  @ManyToOne(() => Contact, (contact) => contact.tags)
  contact: Relation<Contact>;
}

@Entity()
class IntakeLog {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('jsonb') payload: object;
  @Column('text') outcome: string;
  @Index() @JoinColumn({ name: 'contact_id' }) @ManyToOne(() => Contact) contact: Relation<Contact>;
  @CreateDateColumn() receivedAt: Date;
}

@Entity()
class Event {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text') type: string;
  @Column('jsonb') data: object;
  @CreateDateColumn() createdAt: Date;
}

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
    @Body() form: FormDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.db.transaction(async (tx) => {
      const phone = parsePhoneNumberFromString(form.phone, 'US')?.number ?? '';
      const known = await tx.findOne(Contact, {
        where: { organizationId, phone },
        relations: { tags: true },
      });
      const contact = known ?? tx.create(Contact, { organizationId, phone, tags: [], variables: {} });
      const [firstName = '', lastName = ''] = form.full_name.split(' ');
      Object.assign(contact, { firstName, lastName, email: form.email.toLowerCase(), company: form.company });
      contact.variables = { ...contact.variables, offer: form.offer };
      const added = TAGS.filter((name) => !contact.tags.some((tag) => tag.name === name));
      contact.tags.push(...added.map((name) => tx.create(Tag, { name })));
      await tx.save(contact);
      const outcome = known ? 'updated' : 'created';
      await tx.save(tx.create(IntakeLog, { payload: form, outcome, contact }));
      await tx.save(tx.create(Event, { type: `contact.${outcome}`, data: { contact } }));
      response.status(known ? 200 : 201);
      return { status: outcome, contactId: contact.id, contact };
    });
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: databaseUrl,
      schema: 'naive',
      entities: [Contact, Tag, IntakeLog, Event],
      synchronize: true,
      uuidExtension: 'pgcrypto',
      poolSize: 12,
      installExtensions: false,
      namingStrategy: new SnakeNamingStrategy(),
    }),
  ],
  controllers: [IntakeController],
})
class NaiveModule {}

const app = await NestFactory.create(NaiveModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.get(DataSource).query(
  `
  WITH known AS (
    INSERT INTO naive.contact (organization_id, phone, first_name, last_name)
    SELECT organization_id, phone, first_name, last_name FROM public.contacts RETURNING id)
  INSERT INTO naive.tag (contact_id, name) SELECT id, unnest($1::text[]) FROM known`,
  [TAGS],
);
await app.listen(0, '127.0.0.1');
announce(await app.getUrl());
