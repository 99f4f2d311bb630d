/**
 * Why a relay session closed. `dropped`: the socket went away in the middle; `drained`: this process is stopping and
 * another one resumes; `lost`: the process that held it is gone.
 */
export type RelayOutcome =
  | 'agent-ended'
  | 'customer-ended'
  | 'transferred'
  | 'voicemail'
  | 'silence'
  | 'max-duration'
  | 'opted-out'
  | 'model-failed'
  | 'dropped'
  | 'drained'
  | 'lost';
