import { Module } from '@nestjs/common';
import { ENDED_SESSIONS } from '../auth/sessions.repository.js';
import { deleteRows } from '../jobs/delete-rows.client.js';
import { Maintenance } from '../jobs/maintenance.service.js';
import { AccountPagesController } from './account-pages.controller.js';
import { FirstAdmin } from './first-admin.service.js';
import { Links } from './links.service.js';
import { PeopleRepository } from './people.repository.js';
import { SignInPagesController } from './sign-in-pages.controller.js';
import { SignIn } from './sign-in.service.js';
import { TeamPagesController } from './team-pages.controller.js';
import { Team } from './team.service.js';

/** People: how they come in, and what they may do where. */
@Module({
  controllers: [SignInPagesController, AccountPagesController, TeamPagesController],
  providers: [PeopleRepository, Links, SignIn, FirstAdmin, Team],
  exports: [FirstAdmin],
})
export class AccountsModule {
  constructor(maintenance: Maintenance) {
    const everySeconds = 3_600;
    maintenance.add({ name: 'sessions', everySeconds, run: deleteRows('sessions', ENDED_SESSIONS) });
    const old = 'expires_at <= now()';
    maintenance.add({ name: 'sign-in links', everySeconds, run: deleteRows('sign_in_links', old) });
  }
}
