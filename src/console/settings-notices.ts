import type { PageNotice } from '../../views/layouts/frame.js';
import type { Settings } from '../settings.js';

/** What everybody is told while the installation runs with a setting that is for development only. */
export const settingsNotices = ({
  allowPrivateTargets,
}: Pick<Settings, 'allowPrivateTargets'>): PageNotice[] =>
  allowPrivateTargets
    ? [
        {
          text: 'Requests to users’ URLs may go to private addresses and over plain http: for development only.',
          href: '/settings/installation',
          label: 'Look at setting',
        },
      ]
    : [];
