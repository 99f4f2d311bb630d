import type { PostCallAnalysis } from './call-analysis.dto.js';

/** What `post_call_analysis` holds beside its `status` while nothing is known. */
export const EMPTY_ANALYSIS = {
  summary: null,
  success: null,
  sentiment: null,
  topics: [],
  intent: null,
  next_steps: [],
  opt_out: null,
  callback_requested: null,
  evidence: [],
  model: null,
  agent_version: null,
  error: null,
  analyzed_at: null,
} as const satisfies Partial<PostCallAnalysis>;
