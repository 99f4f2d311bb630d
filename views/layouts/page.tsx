import type { ComponentChildren } from 'preact';

interface PageProps {
  /** Names the thing first: it is the tab's text. */
  title: string;
  children: ComponentChildren;
}

/** The frame of every page: one stylesheet, nothing inline. */
export const Page = ({ title, children }: PageProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Voice Agent Platform`}</title>
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/app.css" />
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
);
