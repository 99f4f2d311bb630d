import type { ComponentChildren } from 'preact';
import { Notice } from '../shared/notice.js';

/** Why nobody is called, and what to do about it. */
export const NoNumber = ({ children }: { children: ComponentChildren }) => (
  <Notice
    tone="waiting"
    title="No number to call from"
    action={{ href: '/settings/phone-numbers', label: 'Add phone number' }}
  >
    {children}
  </Notice>
);
