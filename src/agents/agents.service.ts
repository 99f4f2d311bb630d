import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../audit/audit.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { InvalidRequest, NotFound } from '../common/app-error.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import { type AgentConfig, DEFAULT_AGENT_CONFIG } from './agent-config.js';
import { targetIssues, type Targets } from './agent-targets.js';
import type { AgentVersion } from './agent-version.entity.js';
import type { ChangeAgentDto, CreateAgentDto, ListAgentsDto } from './agent.dto.js';
import { Agent } from './agent.entity.js';
import { AgentsRepository } from './agents.repository.js';

/** Who places and answers calls: made, read and changed here; every real change is a new version. */
@Injectable()
export class Agents {
  constructor(
    private readonly agents: AgentsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param told what it is told beside what the request says
   * @throws InvalidRequest when it would reach where the organization may not
   */
  async create(
    tx: Tx,
    org: OrganizationId,
    dto: CreateAgentDto,
    by: Actor,
    told: Partial<AgentConfig> = {},
  ): Promise<Agent> {
    await this.judgeTargets(tx, org, dto);
    const now = new Date();
    const agent = Object.assign(new Agent(), {
      organizationId: org,
      id: newId(),
      name: dto.name,
      status: dto.status ?? 'active',
      version: 1,
      config: { ...DEFAULT_AGENT_CONFIG, ...told, ...configOf(dto) },
      createdAt: now,
      updatedAt: now,
    });
    await this.agents.save(tx, agent, by);
    return agent;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<Agent> {
    const agent = await this.agents.find(org, id);
    if (!agent) throw new NotFound('Agent');
    return agent;
  }

  /** The model of agents that name none. */
  async defaultModel(org: OrganizationId): Promise<string> {
    return (await this.agents.defaultModel(org)) ?? this.settings.llm.model;
  }

  async list(org: OrganizationId, query: ListAgentsDto): Promise<Page<Agent>> {
    const [agents, total] = await this.agents.list(org, query, query);
    return pageOf(agents, total, query);
  }

  /** What the agent was, newest first. @throws NotFound */
  async versions(org: OrganizationId, id: string, query: PageQuery): Promise<Page<AgentVersion>> {
    await this.read(org, id);
    const [versions, total] = await this.agents.versions(org, id, query);
    return pageOf(versions, total, query);
  }

  /** @throws NotFound */
  async version(org: OrganizationId, id: string, version: number): Promise<AgentVersion> {
    const found = await this.findVersion(org, id, version);
    if (!found) throw new NotFound('Agent version');
    return found;
  }

  findVersion(org: OrganizationId, id: string, version: number): Promise<AgentVersion | null> {
    return this.agents.version(org, id, version);
  }

  /**
   * What is so already makes no new version.
   * @throws NotFound, InvalidRequest as `create`, AppError 412 when it was changed since `seen`
   */
  async change(
    tx: Tx,
    org: OrganizationId,
    id: string,
    dto: ChangeAgentDto,
    seen: Precondition,
    by: Actor,
  ): Promise<Agent> {
    await this.judgeTargets(tx, org, dto);
    const agent = await this.forChange(tx, org, id);
    seen.check(agent.version);
    const config = { ...agent.config, ...configOf(dto) };
    return this.update(tx, agent, { name: dto.name, status: dto.status, config }, by);
  }

  /**
   * Makes a new version that is told what an earlier one was; whether it is active stays as it is.
   * @throws NotFound, InvalidRequest as `create`
   */
  async restore(tx: Tx, org: OrganizationId, id: string, version: number, by: Actor): Promise<Agent> {
    const { name, config } = await this.version(org, id, version);
    await this.judgeTargets(tx, org, {
      http_tools: config.httpTools,
      transfer_destinations: config.transferDestinations,
      post_call_actions: config.postCallActions,
    });
    return this.update(tx, await this.forChange(tx, org, id), { name, config }, by);
  }

  private async forChange(tx: Tx, org: OrganizationId, id: string): Promise<Agent> {
    const agent = await this.agents.findForChange(tx, org, id);
    if (!agent) throw new NotFound('Agent');
    return agent;
  }

  private async update(tx: Tx, agent: Agent, wanted: Partial<Agent>, by: Actor): Promise<Agent> {
    const changes = realChanges(agent, wanted);
    if (isEmpty(changes)) return agent;
    Object.assign(agent, changes, { version: agent.version + 1, updatedAt: new Date() });
    await this.agents.save(tx, agent, by);
    return agent;
  }

  /** @throws InvalidRequest */
  private async judgeTargets(tx: Tx, org: OrganizationId, dto: Targets): Promise<void> {
    const { allowPrivateTargets } = this.settings;
    const allowedCountries = await this.agents.allowedCountries(tx, org);
    const issues = targetIssues(dto, { allowedCountries, allowPrivateTargets });
    const [field] = issues[0]?.field.split('[') ?? [];
    if (field) throw new InvalidRequest(`Invalid ${field}`, issues);
  }
}

/** The part of a request that is configuration; only what was given. */
function configOf(dto: ChangeAgentDto): Partial<Agent['config']> {
  const config: Partial<Agent['config']> = {
    prompt: dto.prompt,
    model: dto.model,
    temperature: dto.temperature,
    hints: dto.hints,
    interruptible: dto.interruptible,
    fallbackLine: dto.fallback_line,
    silenceSeconds: dto.silence_seconds,
    record: dto.record,
    greeting: dto.greeting,
    language: dto.language,
    voice: dto.voice,
    ringTimeoutSeconds: dto.ring_timeout_seconds,
    maxDurationSeconds: dto.max_duration_seconds,
    tools: dto.tools,
    httpTools: dto.http_tools,
    transferDestinations: dto.transfer_destinations,
    voicemail: dto.voicemail,
    successCriteria: dto.success_criteria,
    extractions: dto.extractions,
    postCallActions: dto.post_call_actions,
  };
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}
