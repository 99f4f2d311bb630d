import type { KnobSettings } from '../../src/simulator/knobs.js';

/** Everything that may go wrong on one call without losing it, at once. */
export const BAD_DAY: KnobSettings = {
  shuffleProgress: true,
  inProgressAfterSetup: true,
  duplicateCallbacks: 1,
  dropSocket: { value: true, times: 1 },
  splitUtterances: { value: true, times: 1 },
  partialPrompts: true,
  splitFrames: true,
  strangeFrames: true,
  duplicateAction: 1,
  delayActionMs: 20,
  delayRecordingMs: 50,
};
