/** The process runs. */
export class LivenessReport {
  /** Always the same: whoever is not alive does not answer. */
  status: 'live';
}

/** Whether requests should be sent here. */
export class ReadinessReport {
  /** `unready` as soon as one check fails. */
  status: 'ready' | 'unready';
  /**
   * What was checked, by name: `ok` or `failing`.
   * @example {"database":"ok","accepting":"ok"}
   */
  checks: Record<string, 'ok' | 'failing'>;
}
