import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../auth/principal.js';
import { Conflict, InvalidRequest, NotFound } from '../common/app-error.js';
import { violates } from '../common/database-errors.js';
import { newId } from '../common/new-id.adapter.js';
import { pageOf, type Page, type PageQuery } from '../common/page.dto.js';
import { isEmpty, realChanges } from '../common/real-changes.js';
import type { Precondition } from '../common/versioning.decorator.js';
import type { Tx } from '../database/sql.client.js';
import type { ChangePhoneNumberDto, CreatePhoneNumberDto } from './phone-number.dto.js';
import { PhoneNumber } from './phone-number.entity.js';
import { type CallingNumber, PhoneNumbersRepository } from './phone-numbers.repository.js';

const MOST_SHOWN = 50;

/** The numbers an organization calls from and is called at. */
@Injectable()
export class PhoneNumbers {
  constructor(private readonly numbers: PhoneNumbersRepository) {}

  /** The first number of an organization becomes its default. @throws Conflict when it has the number already */
  async create(tx: Tx, org: OrganizationId, dto: CreatePhoneNumberDto): Promise<PhoneNumber> {
    await this.numbers.lockDefault(tx, org);
    const isDefault = dto.is_default ?? !(await this.numbers.hasAny(tx, org));
    const now = new Date();
    const number = Object.assign(new PhoneNumber(), {
      organizationId: org,
      id: newId(),
      number: dto.number,
      label: dto.label ?? null,
      agentId: dto.agent_id ?? null,
      isDefault,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    await this.save(tx, number, isDefault);
    return number;
  }

  /** @throws NotFound */
  async read(org: OrganizationId, id: string): Promise<PhoneNumber> {
    return found(await this.numbers.find(org, id));
  }

  /** By the number itself, in E.164. @throws NotFound */
  async named(org: OrganizationId, number: string): Promise<PhoneNumber> {
    return found(await this.find(org, number));
  }

  /** By the number itself, if the organization has it. */
  find(org: OrganizationId, number: string): Promise<PhoneNumber | null> {
    return this.numbers.findByNumber(org, number);
  }

  async list(org: OrganizationId, query: PageQuery): Promise<Page<PhoneNumber>> {
    const [numbers, total] = await this.numbers.list(org, query);
    return pageOf(numbers, total, query);
  }

  /** The numbers that lead to an agent, as many as anybody reads. */
  ofAgent(org: OrganizationId, agentId: string): Promise<PhoneNumber[]> {
    return this.numbers.ofAgent(org, agentId, MOST_SHOWN);
  }

  /** What agents without a number of their own call from. */
  default(org: OrganizationId): Promise<PhoneNumber | null> {
    return this.numbers.default(org);
  }

  /** What agents call from, by agent, unless the call says otherwise; who cannot call is left out. */
  async callingNumbers(
    org: OrganizationId,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, CallingNumber>> {
    const [own, shared] = await Promise.all([this.numbers.firstOf(org, agentIds), this.numbers.default(org)]);
    if (!shared) return own;
    const { number, label } = shared;
    return new Map(agentIds.map((id) => [id, own.get(id) ?? { number, label, owned: 0 }]));
  }

  /** Whether any active agent has a number to call from. */
  canCall(org: OrganizationId): Promise<boolean> {
    return this.numbers.canCall(org);
  }

  /** @throws NotFound, AppError 412 when the number was changed since `seen` */
  async change(
    tx: Tx,
    org: OrganizationId,
    id: string,
    dto: ChangePhoneNumberDto,
    seen: Precondition,
  ): Promise<PhoneNumber> {
    await this.numbers.lockDefault(tx, org);
    const number = found(await this.numbers.findForChange(tx, org, id));
    seen.check(number.version);
    const changes = realChanges(number, {
      label: dto.label,
      agentId: dto.agent_id,
      isDefault: dto.is_default,
    });
    if (isEmpty(changes)) return number;
    Object.assign(number, changes, { version: number.version + 1, updatedAt: new Date() });
    await this.save(tx, number, changes.isDefault === true);
    return number;
  }

  /** Calls made with the number keep it. @throws NotFound */
  async delete(tx: Tx, org: OrganizationId, id: string): Promise<void> {
    if (!(await this.numbers.delete(tx, org, id))) throw new NotFound('Phone number');
  }

  private async save(tx: Tx, number: PhoneNumber, takesDefault: boolean): Promise<void> {
    if (takesDefault) await this.numbers.clearDefault(tx, number.organizationId);
    try {
      await this.numbers.save(tx, number);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

function found(number: PhoneNumber | null): PhoneNumber {
  if (!number) throw new NotFound('Phone number');
  return number;
}

/** What the database's constraints know and a query before could only guess. */
function refusalOf(error: unknown): unknown {
  if (violates(error, 'phone_numbers_number_key'))
    return new Conflict('phone_number_exists', 'Phone number already exists');
  if (violates(error, 'phone_numbers_agent_id_fkey')) {
    return new InvalidRequest('Invalid agent_id', [
      { field: 'agent_id', in: 'body', issue: 'must be an agent of the organization' },
    ]);
  }
  return error;
}
