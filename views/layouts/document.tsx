import type { ComponentChildren } from 'preact';
import type { Theme } from './frame.js';

interface DocumentProps {
  /** Names the thing first: it is the tab's text. */
  title: string;
  theme?: Theme;
  /** Scripts of this page alone, beside the one that every page has: files of `public/`. */
  scripts?: readonly string[];
  children: ComponentChildren;
}

/** Every page: one stylesheet, one script, nothing inline. */
export const Document = ({ title, theme = 'system', scripts = [], children }: DocumentProps) => (
  <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
      <title>{`${title} · Voice Agent Platform`}</title>
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/app.css" />
      <script src="/assets/app.js" type="module" />
      {scripts.map((file) => (
        <script src={`/assets/${file}`} type="module" />
      ))}
    </head>
    {children}
  </html>
);
