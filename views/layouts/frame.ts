/** How a person wants to see the pages; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** Something that wants attention wherever one is. */
export interface PageNotice {
  text: string;
  /** Where it is looked into. */
  href: string;
  label: string;
}

/** What every page's frame shows. */
export interface Frame {
  person: { email: string; role: string; organization: string; mayChange: boolean } | null;
  /** Path and query of this page. */
  url: string;
  theme: Theme;
  /** Said once, after something was done. */
  message: string | null;
  notices: readonly PageNotice[];
  /** Carried by every form. */
  formToken: string;
  /** Names one filling-in of a form. */
  formId: string;
  /** No real phone rings. */
  simulated: boolean;
}
