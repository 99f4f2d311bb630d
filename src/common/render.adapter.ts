import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A page as HTML. Everything a view prints is escaped; only components make markup. */
export const renderPage = <Props extends object>(page: FunctionComponent<Props>, props: Props): string =>
  `<!doctype html>${renderToString(h(page, props))}`;
