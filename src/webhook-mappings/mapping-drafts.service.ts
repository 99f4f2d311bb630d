import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PreviewView } from '../../views/webhook-mappings/preview.js';
import type { SampleTree } from '../../views/webhook-mappings/sample.js';
import type { OrganizationId } from '../auth/principal.js';
import { AppError, InvalidRequest } from '../common/app-error.js';
import { readFields } from '../common/read-fields.js';
import { isTarget } from './contact-targets.js';
import type { Payload } from './intake-body.js';
import { readIntakeBody } from './intake-body.adapter.js';
import { type DraftAct, openSuggestions, rowsAfter } from './mapping-draft.js';
import { type Draft, type MappingFields, rulesOf, withBlanks } from './mapping-form.js';
import { PreviewMappingDto } from './mapping-preview.dto.js';
import { presentPreview } from './mapping-preview.presenter.js';
import { MappingPreviews } from './mapping-preview.service.js';
import { MappingSamples } from './mapping-samples.repository.js';
import { previewView } from './preview-view.js';
import { type RowCheck, rowChecks } from './row-checks.js';
import { sampleTree } from './sample-tree.js';
import { type Suggestion, suggestMappings } from './suggest-mappings.js';

/** Nothing has been posted yet. */
const NONE = 'none';

/** What a draft and its sample say of each other. */
export interface DraftFindings {
  tree: SampleTree | null;
  checks: (RowCheck | null)[];
  suggestions: Suggestion[];
  preview: PreviewView | null;
  /** Why the sample, or the form, cannot be looked into. */
  problem: string | null;
}

const NOTHING: DraftFindings = { tree: null, checks: [], suggestions: [], preview: null, problem: null };

/** Mappings that are being written: their samples, and what their rows make of them. Nothing is stored. */
@Injectable()
export class MappingDrafts {
  constructor(
    private readonly samples: MappingSamples,
    private readonly previews: MappingPreviews,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /** A form as it is opened: with the newest request, or waiting for the first one. */
  async begin(org: OrganizationId, id: string, fields: MappingFields): Promise<Draft> {
    return this.takeNewest(org, id, { fields, sample: '', sampleAt: '', after: NONE });
  }

  /** The draft after what was done to it. @param into the contact field chosen for what is clicked, or nothing */
  async after(
    org: OrganizationId,
    id: string | null,
    draft: Draft,
    done: DraftAct,
    into: string,
  ): Promise<Draft> {
    if (id !== null && done.act === 'listen')
      return { ...draft, after: (await this.samples.newestId(org, id)) ?? NONE };
    if (id !== null && done.act === 'take') return this.takeNewest(org, id, draft);
    const payload = await payloadOf(draft.sample);
    const suggestions = payload === null || 'problem' in payload ? [] : suggestMappings(payload.read);
    const rows = rowsAfter(draft.fields.rows, done, suggestions, into);
    // What is pasted is no request that was received, and nothing is waited for beside it.
    const seen = done.act === 'paste' ? { ...draft, sampleAt: '', after: null } : draft;
    return { ...seen, fields: withBlanks({ ...draft.fields, rows }) };
  }

  /** Whether somebody has posted since. */
  async hasArrived(org: OrganizationId, id: string, after: string): Promise<boolean> {
    const newest = await this.samples.newestId(org, id);
    return newest !== null && newest !== after;
  }

  /** @throws NotFound */
  async lookInto(org: OrganizationId, id: string | null, { fields, sample }: Draft): Promise<DraftFindings> {
    const basis = await this.previews.basis(org, id);
    const payload = await payloadOf(sample);
    if (payload === null) return NOTHING;
    if ('problem' in payload) return { ...NOTHING, problem: payload.problem };
    const { rows } = fields;
    const suggestions = suggestMappings(payload.read, basis.defaultCountry);
    const sources = suggestions.map(({ source }) => source);
    return {
      tree: sampleTree(payload.read, rows, sources),
      checks: rowChecks(rows, payload.read, basis),
      suggestions: openSuggestions(suggestions, rows),
      ...(await this.preview(org, id, fields, sample)),
    };
  }

  /** Of the rows that are finished: the others say so themselves. */
  private async preview(org: OrganizationId, id: string | null, fields: MappingFields, payload: string) {
    try {
      const rows = fields.rows.filter(({ target }) => isTarget(target));
      const dto = readFields(PreviewMappingDto, { payload, ...rulesOf({ ...fields, rows }) });
      const previewed = await this.previews.preview(this.db.manager, org, id, dto);
      return { preview: previewView(presentPreview(previewed)), problem: null };
    } catch (error) {
      // A value that is not finished is no fault yet.
      if (error instanceof InvalidRequest) return { preview: null, problem: problemOf(error) };
      throw error;
    }
  }

  private async takeNewest(org: OrganizationId, id: string, draft: Draft): Promise<Draft> {
    const newest = await this.samples.newest(org, id);
    return newest === null || newest.requestId === draft.after
      ? draft
      : { ...draft, sample: newest.text, sampleAt: newest.receivedAt.toISOString(), after: null };
  }
}

const problemOf = ({ message, details: [detail] }: AppError): string =>
  detail === undefined ? message : `${detail.field} ${detail.issue}`;

/** What a sample says; null while there is none. */
async function payloadOf(sample: string): Promise<{ read: Payload } | { problem: string } | null> {
  if (sample === '') return null;
  try {
    return { read: await readIntakeBody('application/json', Buffer.from(sample)) };
  } catch (error) {
    if (error instanceof AppError) return { problem: problemOf(error) };
    throw error;
  }
}
