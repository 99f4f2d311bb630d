import type { ComponentChildren } from 'preact';
import { Form } from '../shared/form.js';
import { Notice } from '../shared/notice.js';
import { Document } from './document.js';
import type { Frame } from './frame.js';
import { Mark } from './mark.js';

const PLACES = [
  [
    { href: '/settings', label: 'Home' },
    { href: '/settings/calls', label: 'Calls' },
    { href: '/settings/agents', label: 'Agents' },
    { href: '/settings/contacts', label: 'Contacts' },
    { href: '/settings/webhook-mappings', label: 'Webhook mappings' },
    { href: '/settings/events', label: 'Events' },
  ],
  [
    { href: '/settings/api-keys', label: 'API keys' },
    { href: '/settings/phone-numbers', label: 'Phone numbers' },
    { href: '/settings/team', label: 'Team' },
    { href: '/settings/organization', label: 'Organization' },
    { href: '/settings/audit-log', label: 'Audit log' },
    { href: '/settings/installation', label: 'Installation' },
  ],
];

/** Places whose addresses are not below that of what they belong to. */
const HOMES = [
  ['/settings/contact-imports', '/settings/contacts'],
  ['/settings/carrier-numbers', '/settings/phone-numbers'],
] as const;

const isHere = (href: string, url: string): boolean => {
  const path = url.split('?', 1)[0] ?? '';
  const home = HOMES.find(([from]) => path.startsWith(from))?.[1] ?? path;
  return home === href || (href !== '/settings' && home.startsWith(`${href}/`));
};

const Navigation = ({ url }: { url: string }) => (
  <nav class="places" aria-label="Settings">
    {PLACES.map((group) => (
      <ul>
        {group.map(({ href, label }) => (
          <li>
            <a href={href} aria-current={isHere(href, url) ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    ))}
  </nav>
);

const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const ThemeSwitch = ({ frame }: { frame: Frame }) => (
  <Form frame={frame} action="/settings/theme" class="themes" label="Colours">
    <input type="hidden" name="back" value={frame.url} />
    {THEMES.map(([value, label]) => (
      <button
        type="submit"
        name="theme"
        value={value}
        aria-pressed={frame.theme === value ? 'true' : 'false'}
      >
        {label}
      </button>
    ))}
  </Form>
);

const SignedIn = ({ frame }: { frame: Frame }) => (
  <div class="signed-in">
    <p>
      <span class="email" title={frame.person?.email}>
        {frame.person?.email}
      </span>
      <span class="role">{frame.person?.role}</span>
    </p>
    <ThemeSwitch frame={frame} />
    <Form frame={frame} action="/settings/sign-out">
      <button type="submit" class="button quiet small">
        Sign out
      </button>
    </Form>
  </div>
);

interface ShellProps {
  /** Names the thing first: it is the tab's text. */
  title: string;
  frame: Frame;
  /** Scripts of this page alone: files of `public/`. */
  scripts?: readonly string[];
  children: ComponentChildren;
}

/** The frame of every page for who is signed in: where one is, who one is, and the page. */
export const Shell = ({ title, frame, scripts, children }: ShellProps) => (
  <Document title={title} theme={frame.theme} scripts={scripts}>
    <body class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="side">
        <a
          class="organization"
          href="/settings/organizations"
          title={`${frame.person?.organization} · Switch organization`}
        >
          <Mark />
          <span dir="auto">{frame.person?.organization}</span>
        </a>
        {frame.simulated && (
          <p class="badge">
            Simulated<span> carrier</span>
          </p>
        )}
        <details class="menu">
          <summary>Menu</summary>
          <Navigation url={frame.url} />
          <SignedIn frame={frame} />
        </details>
      </header>
      <main id="content" tabIndex={-1}>
        {frame.notices
          // The page it leads to tells more of it.
          .filter(({ href }) => !frame.url.startsWith(href))
          .map(({ text, href, label }) => (
            <Notice tone="bad" title={text} action={{ href, label }} />
          ))}
        {frame.message && (
          <p class="flash" role="status">
            {frame.message}
          </p>
        )}
        {children}
      </main>
    </body>
  </Document>
);
