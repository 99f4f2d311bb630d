import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict } from '../common/app-error.js';
import { type CountryCode, isCountryCode } from '../common/phone-number.js';
import { sql } from '../database/sql.client.js';
import type { MappingRules } from './mapping-rules.js';
import { MAPPING_INACTIVE } from './refusal-words.js';

/** What an intake needs to know of its mapping. */
export interface LiveMapping {
  id: string;
  /** The rules below are those of this version; what they make is stored only if it is still the current one. */
  version: number;
  status: 'active' | 'inactive';
  rules: MappingRules;
  /** The organization's, for numbers without a country code. */
  defaultCountry: CountryCode;
}

const CACHE_TTL_MS = 3_000;

/** A mapping just made on another replica can be posted to after this long. */
const NEGATIVE_CACHE_TTL_MS = 500;

/** Characters of rules, over all mappings that are kept. */
const CACHE_SIZE = 32 * 1024 * 1024;
const CACHE_ENTRIES = 10_000;

interface Context {
  org: OrganizationId;
  id: string;
}

/**
 * The mappings that are posted to, kept for a few seconds. An old copy does no harm: what it maps is not stored, and
 * before a request is refused by it the mapping is asked for again.
 */
@Injectable()
export class LiveMappings {
  private readonly mappings = new LRUCache<string, { mapping: LiveMapping | null }, Context>({
    max: CACHE_ENTRIES,
    maxSize: CACHE_SIZE,
    sizeCalculation: ({ mapping }) => (mapping ? JSON.stringify(mapping.rules).length : 1),
    ttl: CACHE_TTL_MS,
    // A fetch that is overtaken by a newer answer still answers those who wait for it.
    ignoreFetchAbort: true,
    // Concurrent fetches of one mapping share one query.
    fetchMethod: async (_name, _stale, { context: { org, id }, options }) => {
      const mapping = await this.load(org, id);
      options.ttl = mapping ? CACHE_TTL_MS : NEGATIVE_CACHE_TTL_MS;
      return { mapping };
    },
  });

  /** Questions for mappings as they are now that have not been sent yet. */
  private readonly asked = new Map<string, Promise<LiveMapping | null>>();

  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The mapping as it was at most a few seconds ago; null if the organization has none with this id. */
  async find(org: OrganizationId, id: string): Promise<LiveMapping | null> {
    const found = await this.mappings.fetch(nameOf(org, id), { context: { org, id } });
    return found?.mapping ?? null;
  }

  /** The mapping as it is now. Those who ask in the same turn of the event loop share one query. */
  findNow(org: OrganizationId, id: string): Promise<LiveMapping | null> {
    const name = nameOf(org, id);
    const asked = this.asked.get(name) ?? this.ask(org, id);
    this.asked.set(name, asked);
    return asked;
  }

  /** The mapping, if it takes requests. @throws Conflict 409 when it is inactive now */
  async active(org: OrganizationId, id: string): Promise<LiveMapping> {
    const mapping = await this.find(org, id);
    return mapping?.status === 'active' ? mapping : this.activeNow(org, id);
  }

  /** The same, asked anew: when the copy may have turned out to be old. */
  async activeNow(org: OrganizationId, id: string): Promise<LiveMapping> {
    const mapping = await this.findNow(org, id);
    if (mapping?.status !== 'active') throw new Conflict('mapping_inactive', MAPPING_INACTIVE);
    return mapping;
  }

  private async ask(org: OrganizationId, id: string): Promise<LiveMapping | null> {
    await nextTurn();
    // From here on the query is under way: who asks now may know of a change that it does not see.
    this.asked.delete(nameOf(org, id));
    const mapping = await this.load(org, id);
    this.mappings.set(nameOf(org, id), { mapping }, mapping ? {} : { ttl: NEGATIVE_CACHE_TTL_MS });
    return mapping;
  }

  private async load(org: OrganizationId, id: string): Promise<LiveMapping | null> {
    const [row] = await sql<LiveMappingRow>(
      this.db,
      `SELECT mapping.id, mapping.version, mapping.status, mapping.field_mappings AS "fieldMappings",
              mapping.static_values AS "staticValues", mapping.static_tags AS "staticTags",
              mapping.on_duplicate AS "onDuplicate", organization.default_country AS "defaultCountry"
         FROM webhook_mappings mapping JOIN organizations organization ON organization.id = mapping.organization_id
        WHERE mapping.organization_id = $1 AND mapping.id = $2 AND mapping.deleted_at IS NULL`,
      [org, id],
    );
    return row ? liveMapping(row) : null;
  }
}

type LiveMappingRow = Omit<LiveMapping, 'rules' | 'defaultCountry'> &
  MappingRules & { defaultCountry: string };

const liveMapping = ({ id, version, status, defaultCountry, ...rules }: LiveMappingRow): LiveMapping => ({
  id,
  version,
  status,
  rules,
  defaultCountry: isCountryCode(defaultCountry) ? defaultCountry : 'US',
});

const nameOf = (org: OrganizationId, id: string): string => `${org}:${id}`;
