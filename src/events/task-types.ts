/** Every kind of action that `task.completed` and `task.failed` tell of. */
export const TASK_TYPES = [
  'http_request',
  'transfer',
  'update_contact',
  'add_tag',
  'add_note',
  'opt_out',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];
