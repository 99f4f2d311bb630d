/** Every kind of event that other systems can be told of. */
const EVENT_TYPES = [
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
