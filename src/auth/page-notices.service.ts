import { Injectable } from '@nestjs/common';
import type { PageNotice } from '../../views/layouts/frame.js';
import type { OrganizationId } from './principal.js';

type Source = (org: OrganizationId) => Promise<PageNotice[]>;

/** What everybody of an organization sees on every page, because it wants somebody's attention. */
@Injectable()
export class PageNotices {
  private readonly sources: Source[] = [];

  /** Each is asked for every page: it must be quick. */
  add(source: Source): void {
    this.sources.push(source);
  }

  async of(org: OrganizationId): Promise<PageNotice[]> {
    return (await Promise.all(this.sources.map((source) => source(org)))).flat();
  }
}
