import type { PageNotice } from '../../views/layouts/frame.js';
import type { Settings } from '../settings.js';

/** What everybody is told while the installation runs with a setting that is for development only. */
export const settingsNotices = ({
  allowPrivateTargets,
}: Pick<Settings, 'allowPrivateTargets'>): PageNotice[] =>
  allowPrivateTargets
    ? [
        {
          text: 'Webhooks and tools may call private addresses, over plain http too: for development only.',
          href: '/settings/installation',
          label: 'Review setting',
        },
      ]
    : [];
