import type { ComponentChildren } from 'preact';
import { useAssets } from './assets.js';
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
export const Document = ({ title, theme = 'system', scripts = [], children }: DocumentProps) => {
  const asset = useAssets();
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <title>{`${title} · Voice Agent Platform`}</title>
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={asset('app.css')} />
        {['app.js', ...scripts].map((file) => (
          <script src={asset(file)} type="module" />
        ))}
      </head>
      {children}
    </html>
  );
};
