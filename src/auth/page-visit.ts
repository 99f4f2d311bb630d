import type { FunctionComponent } from 'preact';
import type { Frame, PageNotice, Theme } from '../../views/layouts/frame.js';
import { renderPage } from '../common/render.adapter.js';
import type { Form } from './form.js';
import type { PageAnswer } from './page-answer.js';
import { mayChange, type Person } from './person.js';

/** One look at a page: who looks, and what came with the request. */
export interface PageVisit {
  /** null on pages that are open to everybody. */
  person: Person | null;
  /** What every form of the answer carries. */
  formToken: string;
  /** Whether a token is this browser's own: of a form that the handler reads itself. */
  isOurs: (token: string) => boolean;
  /** Names the next filling-in. */
  formId: string;
  form: Form;
  /** Path and query, to come back to. */
  url: string;
  theme: Theme;
  message: string | null;
  notices: readonly PageNotice[];
  simulated: boolean;
}

/** What the frame around a page shows. */
export const frameOf = (visit: PageVisit): Frame => ({
  person: visit.person && {
    email: visit.person.email,
    role: visit.person.role,
    organization: visit.person.organizationName,
    mayChange: mayChange(visit.person.role),
  },
  url: visit.url,
  theme: visit.theme,
  message: visit.message,
  notices: visit.notices,
  formToken: visit.formToken,
  formId: visit.formId,
  simulated: visit.simulated,
});

/** A page in its frame. */
export const show = <Props extends { frame: Frame }>(
  visit: PageVisit,
  view: FunctionComponent<Props>,
  props: Omit<Props, 'frame'>,
  status = 200,
): PageAnswer => ({
  status,
  html: renderPage(view, { ...props, frame: frameOf(visit) } as Props),
  cookies: [],
});
