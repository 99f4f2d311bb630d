// The peer: how the list is usually written with the same libraries. Entities with relations, `findAndCount`,
// class-transformer on the way out, ValidationPipe on the way in. No credentials, limits or log.
import 'reflect-metadata';
import { Controller, Get, Headers, Module, Query, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { IsInt, IsUUID, Max, Min } from 'class-validator';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  type Repository,
} from 'typeorm';
import { SnakeNamingStrategy } from '../../src/database/snake-naming.strategy.js';
import { announce } from '../support/announce.js';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };

@Entity('agents')
class Agent {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
}

@Entity('campaigns')
class Campaign {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') name: string;
}

@Entity('contacts')
class Contact {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('text') firstName: string | null;
  @Column('text') lastName: string | null;
  @Column('text') email: string | null;
}

const inOrganization = (column: string) =>
  JoinColumn([
    { name: 'organization_id', referencedColumnName: 'organizationId' },
    { name: column, referencedColumnName: 'id' },
  ]);

@Entity('calls')
class Call {
  @PrimaryColumn('uuid') organizationId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') agentId: string;
  @ManyToOne(() => Agent) @inOrganization('agent_id') agent: Relation<Agent>;
  @Column('uuid') contactId: string | null;
  @ManyToOne(() => Contact) @inOrganization('contact_id') contact: Relation<Contact> | null;
  @Column('uuid') campaignId: string | null;
  @ManyToOne(() => Campaign) @inOrganization('campaign_id') campaign: Relation<Campaign> | null;
  @Column('text') callType: string;
  @Column('text') status: string;
  @Column('text') phoneNumber: string | null;
  @Column('text') platformNumber: string;
  @Column('boolean') callSuccess: boolean | null;
  @Column('boolean') wentToVoicemail: boolean;
  @Column('int') callDuration: number | null;
  @Column('timestamptz') startedAt: Date;
  @Column('timestamptz') endedAt: Date | null;
  @Column('text') endedReason: string | null;
  @Column('text') recordingId: string | null;
  @Column('timestamptz') createdAt: Date;
}

const from = (read: (call: Call) => unknown): PropertyDecorator =>
  Transform(({ obj }: { obj: Call }) => read(obj));

class CallDto {
  @Expose() id: string;
  @Expose() @from((call) => call.agentId) agent_id: string;
  @Expose() @from((call) => call.agent.name) agent_name: string;
  @Expose() @from((call) => call.contactId) contact_id: string | null;
  @Expose() @from((call) => call.contact?.firstName ?? null) contact_first_name: string | null;
  @Expose() @from((call) => call.contact?.lastName ?? null) contact_last_name: string | null;
  @Expose() @from((call) => call.contact?.email ?? null) contact_email: string | null;
  @Expose() @from((call) => call.phoneNumber) phone_number: string | null;
  @Expose()
  @from((call) => (call.callType === 'inbound' ? call.phoneNumber : call.platformNumber))
  phone_number_called_from: string | null;
  @Expose() @from((call) => call.callType) call_type: string;
  @Expose() status: string;
  @Expose() @from((call) => call.callSuccess) call_success: boolean | null;
  @Expose() @from((call) => call.wentToVoicemail) went_to_voicemail: boolean;
  @Expose() @from((call) => call.callDuration) call_duration: number | null;
  @Expose() @from((call) => call.startedAt) started_at: Date;
  @Expose() @from((call) => call.endedAt) ended_at: Date | null;
  @Expose() @from((call) => call.endedReason) ended_reason: string | null;
  @Expose() @from((call) => call.recordingId) recording_url: string | null;
  @Expose() @from((call) => call.campaignId) campaign_id: string | null;
  @Expose() @from((call) => call.campaign?.name ?? null) campaign_name: string | null;
  @Expose() @from((call) => call.createdAt) created_at: Date;
}

class ListDto {
  @IsUUID('loose') agent_id: string;
  @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 50;
  @Type(() => Number) @IsInt() @Min(0) offset = 0;
}

@Controller('api/calls')
class CallsController {
  constructor(@InjectRepository(Call) private readonly calls: Repository<Call>) {}

  @Get()
  async list(@Headers('x-organization-id') organizationId: string, @Query() query: ListDto) {
    const [calls, total] = await this.calls.findAndCount({
      where: { organizationId, agentId: query.agent_id },
      relations: { agent: true, contact: true, campaign: true },
      order: { startedAt: 'DESC', id: 'DESC' },
      take: query.limit,
      skip: query.offset,
    });
    return {
      data: plainToInstance(CallDto, calls, { excludeExtraneousValues: true }),
      pagination: {
        total,
        limit: query.limit,
        offset: query.offset,
        has_more: query.offset + calls.length < total,
      },
    };
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: databaseUrl,
      entities: [Agent, Campaign, Contact, Call],
      namingStrategy: new SnakeNamingStrategy(),
      poolSize: 12,
      installExtensions: false,
    }),
    TypeOrmModule.forFeature([Call]),
  ],
  controllers: [CallsController],
})
class NaiveModule {}

const app = await NestFactory.create(NaiveModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
await app.listen(0, '127.0.0.1');
announce(await app.getUrl());
