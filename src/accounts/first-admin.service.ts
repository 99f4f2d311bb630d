import { Inject, Injectable } from '@nestjs/common';
import { Organizations } from '../auth/organizations.service.js';
import type { Browser } from '../auth/sessions.repository.js';
import { Sessions } from '../auth/sessions.service.js';
import { TokenSigner } from '../common/signing.js';
import type { Tx } from '../database/sql.client.js';
import { Transactions } from '../database/transactions.service.js';
import { SETTINGS, type Settings } from '../settings.js';
import { Links } from './links.service.js';
import { hashPassword } from './passwords.client.js';
import { PeopleRepository } from './people.repository.js';

/** Who may enter the demo organization without having been invited. */
const DEMO_EMAIL = 'demo@example.com';

/** Lets the first person into an installation that nobody can enter yet. */
@Injectable()
export class FirstAdmin {
  private readonly signer: TokenSigner;

  constructor(
    private readonly people: PeopleRepository,
    private readonly links: Links,
    private readonly sessions: Sessions,
    private readonly organizations: Organizations,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.signer = new TokenSigner(settings.secretKeys, 'first-admin');
  }

  /**
   * The link to set the installation up, or null when somebody can sign in. It needs no keeping: it is the same on
   * every replica, and good until it was used.
   */
  async setupLink(): Promise<string | null> {
    return (await this.people.isEmpty())
      ? `${this.settings.publicBaseUrl()}/settings/setup/${this.signer.sign()}`
      : null;
  }

  async mayFollow(token: string): Promise<boolean> {
    return this.signer.verify(token) && (await this.people.isEmpty());
  }

  /** Makes the first organization and its owner, and lets them in. @returns null when somebody was faster */
  async setUp(
    { organization, email, password }: { organization: string; email: string; password: string },
    browser: Browser,
  ): Promise<string | null> {
    const passwordHash = await hashPassword(password);
    return this.transactions.run(async (tx) => {
      if (!(await this.people.lockFirst(tx))) return null;
      const userId = await this.people.ensureUser(tx, email);
      const { id } = await this.organizations.create(tx, organization, { userId });
      await this.people.setPassword(tx, userId, passwordHash);
      await this.people.join(tx, id, userId, 'owner');
      return this.sessions.open(tx, id, userId, browser);
    });
  }

  /** Makes the demo organization's owner. */
  async addDemoOwner(tx: Tx, org: string): Promise<void> {
    await this.people.join(tx, org, await this.people.ensureUser(tx, DEMO_EMAIL), 'owner');
  }

  /** A ready link into the demo organization, as long as there is one and its owner has no password. */
  async demoLink(): Promise<string | null> {
    const demo = await this.people.findByEmail(DEMO_EMAIL);
    return demo && demo.passwordHash === null
      ? this.transactions.run((tx) => this.links.make(tx, demo.organizationId, demo.userId, 'sign-in'))
      : null;
  }
}
