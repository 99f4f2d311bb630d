import { Injectable } from '@nestjs/common';
import type { LiveCall } from '../../views/console/home.js';
import type { Attention, MappingHealth } from '../../views/console/today.js';
import { CarrierAccounts } from '../auth/carrier-accounts.service.js';
import type { OrganizationId } from '../auth/principal.js';
import { CallCounts, type DayCounts } from '../calls/call-counts.repository.js';
import { nationalPhoneNumber } from '../common/phone-number.js';
import {
  activityWords,
  MappingActivity,
  type Refusals,
} from '../webhook-mappings/mapping-activity.repository.js';
import { WebhookMappings } from '../webhook-mappings/webhook-mappings.service.js';
import type { Beginnings, CarrierState } from './first-steps.js';
import { attentionTo } from './home-attention.js';
import type { Period } from './home-range.js';
import { HomeRepository, type LiveLine } from './home.repository.js';

/** Live calls that the page names; the rest is a number. */
const MOST_LIVE = 5;

/** Mappings that are looked at, the newest, and those of them that are shown. */
const MAPPINGS = { limit: 20, offset: 0 };
const MOST_SHOWN = 6;

/** All that the home page tells. */
export interface HomeFacts {
  counted: DayCounts[];
  live: { count: number; newest: LiveCall[] };
  mappings: MappingHealth[];
  attention: Attention[];
  beginnings: Beginnings & { dismissed: boolean };
}

/** Gathers what the home page shows; everything at once. */
@Injectable()
export class Home {
  constructor(
    private readonly counts: CallCounts,
    private readonly home: HomeRepository,
    private readonly mappings: WebhookMappings,
    private readonly activity: MappingActivity,
    private readonly accounts: CarrierAccounts,
  ) {}

  async read(org: OrganizationId, { before }: Period): Promise<HomeFacts> {
    const [counted, live, failed, beginnings, carrier, { health, refusals }] = await Promise.all([
      this.counts.days(org, before),
      this.home.liveCalls(org, MOST_LIVE),
      this.home.failedCalls(org),
      this.home.beginnings(org),
      this.carrier(org),
      this.health(org),
    ]);
    return {
      counted,
      live: { ...live, newest: live.newest.map(liveCall) },
      mappings: health.slice(0, MOST_SHOWN),
      attention: attentionTo(failed, refusals),
      beginnings: { ...beginnings, carrier },
    };
  }

  private async carrier(org: OrganizationId): Promise<CarrierState> {
    const [{ current, takes }, isSimulated] = await Promise.all([
      this.accounts.of(org),
      this.accounts.areSimulated(org),
    ]);
    if (!isSimulated) return current ? 'own' : 'installation';
    if (takes === 'simulated') return current ? 'rehearsed' : 'rehearsal';
    return takes === 'real' ? 'missing' : 'unavailable';
  }

  /** The newest mappings, those first that heard from outside last. */
  private async health(org: OrganizationId): Promise<{ health: MappingHealth[]; refusals: Refusals[] }> {
    const { data } = await this.mappings.list(org, MAPPINGS);
    const ids = data.map(({ id }) => id);
    const [activity, refusals] = await Promise.all([
      this.activity.ofToday(org, ids),
      this.activity.openRefusals(org, ids),
    ]);
    const health = data
      .map(({ id, name, status, lastReceivedAt }) =>
        Object.assign(
          { id, name, active: status === 'active', lastReceivedAt },
          activityWords(activity.get(id)),
        ),
      )
      .toSorted((a, b) => (b.lastReceivedAt?.getTime() ?? 0) - (a.lastReceivedAt?.getTime() ?? 0));
    return { health, refusals };
  }
}

const liveCall = ({ name, phone, ...line }: LiveLine): LiveCall => ({
  ...line,
  contact: name ?? (phone === null ? 'A withheld number' : nationalPhoneNumber(phone)),
});
