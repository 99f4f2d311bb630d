import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { AssetsFolder } from '../../views/layouts/assets.js';
import { ASSETS_FOLDER } from './assets.adapter.js';

/** A page as HTML. Everything a view prints is escaped; only components make markup. */
export const renderPage = <Props extends object>(page: FunctionComponent<Props>, props: Props): string =>
  `<!doctype html>${renderToString(h(AssetsFolder.Provider, { value: ASSETS_FOLDER }, h(page, props)))}`;
