/** Every kind of event that other systems can be told of. */
export const EVENT_TYPES = [
  'call.queued',
  'call.ringing',
  'call.answered',
  'call.voicemail_detected',
  'call.transferred',
  'call.ended',
  'call.analyzed',
  'call.recording_ready',
  'call.note_added',
  'conversation.turn_completed',
  'task.completed',
  'task.failed',
  'contact.created',
  'contact.updated',
  'contact.opted_out',
  'intake.rejected',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Every type but the test, which goes to the endpoint that is tested, whatever it has subscribed to. */
export const SUBSCRIBABLE_TYPES = EVENT_TYPES.filter((type) => type !== 'webhook.test');
