import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { Refuses } from '../common/refuses.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { LimitedAs } from '../rate-limit/rate-limit.guard.js';
import { ChatPayload, CreateChatDto, SendChatMessageDto } from './chat.dto.js';
import { presentChat } from './chat.presenter.js';
import { Chats } from './chats.service.js';

const AgentId = () => IdParam('Agent');
const ChatId = () => IdParam('Chat', 'chatId');

@ApiTags('Agents')
@Controller('api/agents/:id/chats')
@Writes()
export class ChatsController {
  constructor(private readonly chats: Chats) {}

  /**
   * Try an agent without a phone: begins a chat, in which the agent greets. It talks as on a call, with the same model;
   * its tools are shown and do nothing. The chat is forgotten an hour after the last message.
   */
  @Post()
  @RequireScope('agents:write')
  @AcceptsIdempotencyKey()
  @LimitedAs('agentCalls')
  async create(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @Body() dto: CreateChatDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChatPayload> {
    const chat = await this.chats.create(tx, org, id, dto);
    response.location(`/api/agents/${id}/chats/${chat.id}`);
    return presentChat(chat, new Date());
  }

  /** Say something as the customer. The agent answers within seconds: read the chat until it is no longer `answering`. */
  @Post(':chatId/messages')
  @HttpCode(202)
  @RequireScope('agents:write')
  @AcceptsIdempotencyKey()
  @LimitedAs('agentCalls')
  @Refuses(
    [409, 'chat_over', 'Chat is over', 'the agent has ended it, or it is too long'],
    [409, 'chat_answering', 'The agent is still answering', 'the last message has no answer yet'],
  )
  async send(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @ChatId() chatId: string,
    @Body() { text }: SendChatMessageDto,
  ): Promise<ChatPayload> {
    return presentChat(await this.chats.send(tx, org, id, chatId, text), new Date());
  }

  /** Read a chat with an agent. */
  @Get(':chatId')
  @RequireScope('agents:read')
  async read(
    @Org() org: OrganizationId,
    @AgentId() id: string,
    @ChatId() chatId: string,
  ): Promise<ChatPayload> {
    return presentChat(await this.chats.read(org, id, chatId), new Date());
  }
}
