/** How a person wants to see the pages; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** What every page's frame shows. */
export interface Frame {
  person: { email: string; role: string; organization: string; mayChange: boolean } | null;
  /** Path and query of this page. */
  url: string;
  theme: Theme;
  /** Said once, after something was done. */
  message: string | null;
  /** Carried by every form. */
  formToken: string;
  /** Names one filling-in of a form. */
  formId: string;
  /** No real phone rings. */
  simulated: boolean;
}
