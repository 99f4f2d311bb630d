/** What is asked and answered, in several wordings; `{first}`, `{agent}` and the facts of the call are filled in. */
export interface Exchange {
  agent: readonly string[];
  customer: readonly string[];
  /** Here it is settled what the call was for; what is answered where nothing comes of it, or not yet. */
  decides?: { no: readonly string[]; unsure: readonly string[] };
  /** The agent looks something up before it says `agent`. */
  tool?: { name: string; source: 'builtin' | 'http'; finds: Readonly<Record<string, string>> };
}

/** What calls are about. */
export interface Topic {
  name: string;
  /** The campaign that makes such calls; null for what customers call about. */
  campaign: string | null;
  intent: string;
  topics: readonly string[];
  openings: readonly string[];
  /** The customer's first words. */
  replies: readonly string[];
  exchanges: readonly Exchange[];
  closings: readonly string[];
  voicemail: string;
  summary: string;
  nextStep: string;
  /** Name of the structured result, and the facts of the call that go into it. */
  record: { name: string; facts: readonly string[] };
}
