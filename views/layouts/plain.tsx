import type { ComponentChildren } from 'preact';
import { Document } from './document.js';
import type { Theme } from './frame.js';

interface PlainProps {
  title: string;
  theme?: Theme;
  children: ComponentChildren;
}

/** A page with one thing to do: signing in, or reading what went wrong. */
export const Plain = ({ title, theme, children }: PlainProps) => (
  <Document title={title} theme={theme}>
    <body class="plain">
      <main>
        <p class="brand">
          <img src="/assets/icon.svg" alt="" width="24" height="24" />
          Voice Agent Platform
        </p>
        {children}
      </main>
    </body>
  </Document>
);
