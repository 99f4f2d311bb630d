import { Module } from '@nestjs/common';
import { CallsController } from './calls.controller.js';
import { CallsRepository } from './calls.repository.js';
import { Calls } from './calls.service.js';

@Module({ controllers: [CallsController], providers: [Calls, CallsRepository], exports: [Calls] })
export class CallsModule {}
