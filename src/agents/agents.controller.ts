import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { IfMatch, tagged, type Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { AgentPage, AgentPayload, ChangeAgentDto, CreateAgentDto, ListAgentsDto } from './agent.dto.js';
import { presentAgent } from './agent.presenter.js';
import { Agents } from './agents.service.js';

const AgentId = () => IdParam('Agent');

@ApiTags('Agents')
@Controller('api/agents')
@Writes()
export class AgentsController {
  constructor(private readonly agents: Agents) {}

  /** Create an agent. It is active unless said otherwise. */
  @Post()
  @RequireScope('agents:write')
  @AcceptsIdempotencyKey()
  async create(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @Body() dto: CreateAgentDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentPayload> {
    const agent = await this.agents.create(tx, org, dto);
    response.location(`/api/agents/${agent.id}`);
    return tagged(response, presentAgent(agent), agent.version);
  }

  /** List the agents, newest first. */
  @Get()
  @RequireScope('agents:read')
  async list(@Org() org: OrganizationId, @Query() query: ListAgentsDto): Promise<AgentPage> {
    const { data, pagination } = await this.agents.list(org, query);
    return { data: data.map(presentAgent), pagination };
  }

  /** Read one agent. */
  @Get(':id')
  @RequireScope('agents:read')
  async read(
    @Org() org: OrganizationId,
    @AgentId() id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentPayload> {
    const agent = await this.agents.read(org, id);
    return tagged(response, presentAgent(agent), agent.version);
  }

  /** Change an agent: what is given is set, the rest stays. Makes a new version if anything differs. */
  @Patch(':id')
  @RequireScope('agents:write')
  async change(
    @Org() org: OrganizationId,
    @InTransaction() tx: Tx,
    @AgentId() id: string,
    @Body() dto: ChangeAgentDto,
    @IfMatch() seen: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentPayload> {
    const agent = await this.agents.change(tx, org, id, dto, seen);
    return tagged(response, presentAgent(agent), agent.version);
  }
}
