import { Body, Controller, Get, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Caller, Org, RequireScope } from '../auth/auth.decorator.js';
import type { OrganizationId, Principal } from '../auth/principal.js';
import { IdParam } from '../common/id-param.decorator.js';
import { IfMatch, tagged, type Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { AcceptsIdempotencyKey, InTransaction, Writes } from '../idempotency/write.interceptor.js';
import { AgentPage, AgentPayload, AgentVersionPage, AgentVersionPayload } from './agent-payload.dto.js';
import { ChangeAgentDto, CreateAgentDto, ListAgentsDto, ListVersionsDto } from './agent.dto.js';
import { presentAgent, presentVersion } from './agent.presenter.js';
import { Agents } from './agents.service.js';
import { VersionParam } from './version-param.decorator.js';

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
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentPayload> {
    const agent = await this.agents.create(tx, org, dto, caller);
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

  /** List what an agent was, newest first: every change made a version, and each call tells the one it used. */
  @Get(':id/versions')
  @RequireScope('agents:read')
  async versions(
    @Org() org: OrganizationId,
    @AgentId() id: string,
    @Query() query: ListVersionsDto,
  ): Promise<AgentVersionPage> {
    const { data, pagination } = await this.agents.versions(org, id, query);
    return { data: data.map(presentVersion), pagination };
  }

  /** Read what an agent was at one version; that never changes. */
  @Get(':id/versions/:version')
  @RequireScope('agents:read')
  async version(
    @Org() org: OrganizationId,
    @AgentId() id: string,
    @VersionParam() version: number,
  ): Promise<AgentVersionPayload> {
    return presentVersion(await this.agents.version(org, id, version));
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
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentPayload> {
    const agent = await this.agents.change(tx, org, id, dto, seen, caller);
    return tagged(response, presentAgent(agent), agent.version);
  }
}
