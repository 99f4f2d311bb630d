import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at the carrier that organizations bring, and the one that each call is made with; null: the installation's. */
export class CarrierAccounts1763600000022 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE carrier_accounts (
        organization_id uuid NOT NULL,
        id uuid NOT NULL,
        account_sid text NOT NULL,
        auth_token_sealed bytea,
        auth_token_last_four text,
        previous_auth_token_sealed bytea,
        previous_auth_token_until timestamptz(3),
        retired_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT carrier_accounts_pkey PRIMARY KEY (organization_id, id),
        CONSTRAINT carrier_accounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
        CONSTRAINT carrier_accounts_account_sid_key UNIQUE (organization_id, account_sid),
        CONSTRAINT carrier_accounts_token_check CHECK (retired_at IS NOT NULL OR auth_token_sealed IS NOT NULL)
      )`);
    await db.query(
      `CREATE UNIQUE INDEX carrier_accounts_current_key ON carrier_accounts (organization_id) WHERE retired_at IS NULL`,
    );
    await db.query(`ALTER TABLE calls ADD COLUMN carrier_account_id uuid`);
    // Not validated here: that reads every call, and this lock lets nobody write meanwhile.
    await db.query(`
      ALTER TABLE calls ADD CONSTRAINT calls_carrier_account_id_fkey
        FOREIGN KEY (organization_id, carrier_account_id) REFERENCES carrier_accounts (organization_id, id) NOT VALID`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE calls DROP COLUMN carrier_account_id`);
    await db.query(`DROP TABLE carrier_accounts`);
  }
}
