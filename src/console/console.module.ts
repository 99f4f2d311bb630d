import { Module } from '@nestjs/common';
import { ConsolePagesController, FrontDoorController } from './console-pages.controller.js';

@Module({ controllers: [FrontDoorController, ConsolePagesController] })
export class ConsoleModule {}
