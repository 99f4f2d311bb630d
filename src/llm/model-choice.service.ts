import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { SecretBox } from '../common/secret-box.service.js';
import { sql } from '../database/sql.client.js';
import { SETTINGS, type Settings } from '../settings.js';
import type { LlmEndpoint } from './llm.js';

interface OwnModel {
  baseUrl: string | null;
  model: string | null;
  sealed: Buffer | null;
}

/** Which model an organization's agents speak with. */
@Injectable()
export class ModelChoice {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * The organization's server, else the service's; there, the model that the agent names, else the organization, else
   * the service. The service's key goes to the service's server only.
   * @throws SecretUnreadable
   */
  async endpointFor(org: OrganizationId, agentsModel: string | null): Promise<LlmEndpoint> {
    const own = await this.ownModel(org);
    const { llm } = this.settings;
    const model = agentsModel ?? own?.model ?? llm.model;
    if (!own?.baseUrl) return { ...llm, model, isUserSupplied: false };
    return { baseUrl: own.baseUrl, model, apiKey: this.opened(org, own.sealed), isUserSupplied: true };
  }

  private async ownModel(org: OrganizationId): Promise<OwnModel | undefined> {
    const [own] = await sql<OwnModel>(
      this.db,
      `SELECT llm_base_url AS "baseUrl", llm_model AS model, llm_api_key_sealed AS sealed
         FROM organizations WHERE id = $1`,
      [org],
    );
    return own;
  }

  private opened(org: OrganizationId, sealed: Buffer | null): string | null {
    const place = { organizationId: org, table: 'organizations', column: 'llm_api_key_sealed', id: org };
    return sealed && this.secrets.open(sealed, place);
  }
}
