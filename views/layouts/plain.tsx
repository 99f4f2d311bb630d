import type { ComponentChildren } from 'preact';
import { Document } from './document.js';
import type { Theme } from './frame.js';
import { Mark } from './mark.js';

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
          <Mark />
          Voice Agent Platform
        </p>
        {children}
      </main>
    </body>
  </Document>
);
